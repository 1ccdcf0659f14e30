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
#define ENOMEM 12
#define EINVAL 22
#define ERANGE 34

// unknown values
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int condition);
int klee_int(const char *name);
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_check_memory_access(const void *address, size_t size);

// What only models may call. No C program can have these names. Tests that compile models natively define this macro.
#ifndef ANTUMBRA_OURS
#define ANTUMBRA_OURS(name) __asm__("antumbra." name)
#endif
// A result that the real function defines and the model leaves open: no native run can confirm what rests on it.
// Declared as: int __antumbra_any_f(void) ANTUMBRA_OURS("any.f");
// The path ends here, and the verdict says what is missing.
__attribute__((noreturn)) void __antumbra_unsupported(const char *what) ANTUMBRA_OURS("unsupported");

// memory
size_t __antumbra_object_size(const void *address) ANTUMBRA_OURS("object_size");
void *malloc(size_t size);
void free(void *address);

int *__errno_location(void);
#define errno (*__errno_location())

// An unknown number in low..high. A macro, so that the input carries the caller's place, and name as its name.
#define __antumbra_between(low, high, name)                                         \
  ({                                                                                \
    int __antumbra_value = klee_int(name);                                          \
    __VERIFIER_assume((__antumbra_value >= (low)) & (__antumbra_value <= (high)));  \
    __antumbra_value;                                                               \
  })

#define __antumbra_long_between(low, high)                                          \
  ({                                                                                \
    long __antumbra_value = __VERIFIER_nondet_long();                               \
    __VERIFIER_assume((__antumbra_value >= (low)) & (__antumbra_value <= (high)));  \
    __antumbra_value;                                                               \
  })

// The result of a call that sets errno when it fails, that is when the result is -1; no branch depends on it.
#define __antumbra_noted(result)                                                    \
  ({                                                                                \
    int __antumbra_result = result, __antumbra_failed = -(__antumbra_result == -1); \
    int __antumbra_number = __antumbra_between(1, 133, "errno");                    \
    errno = (errno & ~__antumbra_failed) | (__antumbra_number & __antumbra_failed); \
    __antumbra_result;                                                              \
  })

// The first "count" of "size" bytes become unknown, the others keep their values; no branch depends on count.
static inline void unknown_prefix(void *address, size_t size, size_t count) {
  byte *to = address;
  for (size_t i = 0; i < size; i++) {
    byte mask = (byte) - (int)(i < count);
    to[i] = (byte)((__VERIFIER_nondet_uchar() & mask) | (to[i] & ~mask));
  }
}

#endif
