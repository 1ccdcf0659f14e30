// What every model of a C library function may use. No header of a C library is included: the
// models are compiled for both data models and for native replay.
//
// Each file begins with "// provides:" and the symbols it defines. A file marked "// replay: host" is
// for execution by Antumbra only: native replay brings these functions itself.
#ifndef ANTUMBRA_LIBC_H
#define ANTUMBRA_LIBC_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef unsigned char byte;

#define EOF (-1)
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define EDOM 33
#define ERANGE 34

void __VERIFIER_assume(int condition);
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_check_memory_access(const void *address, size_t size);

// What only models may call. No C program can have these names. Tests that compile models natively define this macro.
#ifndef ANTUMBRA_OURS
#define ANTUMBRA_OURS(name) __asm__("antumbra." name)
#endif
// What the world decides: any value, called "name". A function of its own for each, so that native replay finds it.
#ifndef WORLD
#define WORLD(type, name) WORLD_NUMBERED(type, name, __COUNTER__)
#define WORLD_NUMBERED(type, name, number) WORLD_CALL(type, name, number)
#define WORLD_CALL(type, name, number)                                              \
  ({                                                                                \
    type __antumbra_world_##number(void) ANTUMBRA_OURS("world." name);              \
    __antumbra_world_##number();                                                    \
  })
#endif
// A result that the real function defines and the model leaves open: no native run can confirm what rests on it.
#define OPEN_RESULT(type, function) type __antumbra_any_##function(void) ANTUMBRA_OURS("any." #function)
// The path ends here, and the verdict says what is missing.
__attribute__((noreturn)) void __antumbra_unsupported(const char *what) ANTUMBRA_OURS("unsupported");

// memory
size_t __antumbra_object_size(const void *address) ANTUMBRA_OURS("object_size");
void *__antumbra_object_base(const void *address) ANTUMBRA_OURS("object_base");
unsigned klee_is_symbolic(uintptr_t value);
// Undefined behaviour unless "n" bytes from a on and "m" bytes from b on do not overlap. Both have been accessed before.
void __antumbra_apart(const void *a, size_t n, const void *b, size_t m) ANTUMBRA_OURS("apart");
static inline void __antumbra_copy(void *to, const void *from, size_t n) {
  __builtin_memcpy(to, from, n);
  __antumbra_apart(to, n, from, n);
}
void __antumbra_reused(const void *old, const void *moved) ANTUMBRA_OURS("reused");
void *malloc(size_t size);
void free(void *address);

int *__errno_location(void);
#define errno (*__errno_location())

// An unknown number in low..high. A macro, so that the input carries the caller's place, and name as its name.
#define __antumbra_between(low, high, name)                                         \
  ({                                                                                \
    int __antumbra_value = WORLD(int, name);                                         \
    __VERIFIER_assume((__antumbra_value >= (low)) & (__antumbra_value <= (high)));  \
    __antumbra_value;                                                               \
  })

#define __antumbra_long_between(low, high, name)                                    \
  ({                                                                                \
    long __antumbra_value = WORLD(long, name);                                      \
    __VERIFIER_assume((__antumbra_value >= (low)) & (__antumbra_value <= (high)));  \
    __antumbra_value;                                                               \
  })

// An open result brought into low..high by arithmetic: an assumption would look like something that rests on it.
#define __antumbra_brought(open, low, high) ((int)((low) + (int)((unsigned)(open) % ((unsigned)(high) - (unsigned)(low) + 1u))))
// … into -1..the largest number
#define __antumbra_at_least_minus_one(open)                                         \
  ({                                                                                \
    __typeof__(open) __antumbra_value = open;                                       \
    __antumbra_value | -(__antumbra_value < 0);                                     \
  })

// The result of a call that sets errno when it fails, that is when the result is -1; no branch depends on it.
#define __antumbra_noted(result)                                                    \
  ({                                                                                \
    __typeof__(result) __antumbra_result = result;                                  \
    int __antumbra_failed = -(__antumbra_result == -1);                             \
    int __antumbra_number = __antumbra_between(1, 133, "errno");                    \
    errno = (errno & ~__antumbra_failed) | (__antumbra_number & __antumbra_failed); \
    __antumbra_result;                                                              \
  })

// The first "count" of "size" bytes become unknown, the others keep their values; no branch depends on count.
static inline void unknown_prefix(void *address, size_t size, size_t count) {
  byte *to = address;
  for (size_t i = 0; i < size; i++) {
    byte mask = (byte) - (int)(i < count);
    to[i] = (byte)((WORLD(byte, "bytes") & mask) | (to[i] & ~mask));
  }
}

// An unknown string of "length" characters in "size" bytes; no branch depends on length.
static inline void unknown_text(char *to, size_t size, size_t length) {
  for (size_t i = 0; i < size; i++) {
    byte c = WORLD(byte, "text");
    c |= !c;
    to[i] = (char)((c & -(i < length)) | (to[i] & -(i > length)));
  }
}

// A string is read: there must be an end of it in its object. No branch depends on its bytes but this one.
static inline void __antumbra_read_string(const char *s) {
  klee_check_memory_access(s, 1);
  size_t rest = __antumbra_object_size(s) - (size_t)(s - (const char *)__antumbra_object_base(s));
  int ended = 0;
  for (size_t i = 0; i < rest; i++) {
    if (!klee_is_symbolic((byte)s[i]) && !s[i]) return;
    ended |= !s[i];
  }
  if (!ended) klee_check_memory_access(s, rest + 1);
}

#endif
