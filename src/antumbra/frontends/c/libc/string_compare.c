// provides: strcmp strncmp strcoll strxfrm
#include "antumbra.h"

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (byte)*a - (byte)*b;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++)
    if (*a != *b || !*a) return (byte)*a - (byte)*b;
  return 0;
}

int strcoll(const char *a, const char *b) {
  return strcmp(a, b);
}

size_t strlen(const char *s);

size_t strxfrm(char *to, const char *from, size_t n) {
  size_t length = strlen(from), count = length < n ? length + 1 : n;
  __antumbra_copy(to, from, count);
  __antumbra_apart(to, count, from, length + 1);
  return length;
}
