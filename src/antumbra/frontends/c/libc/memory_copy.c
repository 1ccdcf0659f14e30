// provides: memcpy memmove memset mempcpy __mempcpy bcopy bzero explicit_bzero memccpy
// The compiler's own functions become one command each, whatever the size.
#include "antumbra.h"

void *memcpy(void *to, const void *from, size_t n) {
  __antumbra_copy(to, from, n);
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

void *memset(void *to, int c, size_t n) {
  __builtin_memset(to, c, n);
  return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
  __antumbra_copy(to, from, n);
  return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, size_t n) {
  return mempcpy(to, from, n);
}

void bcopy(const void *from, void *to, size_t n) {
  __builtin_memmove(to, from, n);
}

void bzero(void *to, size_t n) {
  __builtin_memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
  __builtin_memset(to, 0, n);
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  const byte *b = from;
  size_t count = 0;
  while (count < n && b[count] != (byte)c) count++;
  size_t found = count < n;
  __antumbra_copy(to, from, count + found);
  return found ? (byte *)to + count + 1 : 0;
}
