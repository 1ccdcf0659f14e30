// provides: memcmp bcmp memchr memrchr rawmemchr
#include "antumbra.h"

int memcmp(const void *a, const void *b, size_t n) {
  const byte *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q) return *p - *q;
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
  return memcmp(a, b, n);
}

void *memchr(const void *s, int c, size_t n) {
  const byte *p = s;
  for (; n; n--, p++)
    if (*p == (byte)c) return (void *)p;
  return 0;
}

void *memrchr(const void *s, int c, size_t n) {
  const byte *p = s;
  while (n--)
    if (p[n] == (byte)c) return (void *)(p + n);
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const byte *p = s;
  while (*p != (byte)c) p++;
  return (void *)p;
}
