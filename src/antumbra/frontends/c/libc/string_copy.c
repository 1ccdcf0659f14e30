// provides: strcpy stpcpy strncpy stpncpy strlcpy
// The length comes first: what overlaps must not be written before it is seen.
#include "antumbra.h"

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);

char *stpcpy(char *to, const char *from) {
  size_t length = strlen(from);
  __antumbra_copy(to, from, length + 1);
  return to + length;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t length = strnlen(from, n);
  __antumbra_copy(to, from, length);
  __builtin_memset(to + length, 0, n - length);
  __antumbra_apart(to, n, from, length + (length < n));
  return to + length;
}

char *strncpy(char *to, const char *from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from), count = length < size ? length : size - 1;
  if (size) {
    __antumbra_copy(to, from, count);
    to[count] = 0;
    __antumbra_apart(to, count + 1, from, length + 1);
  }
  return length;
}
