// provides: strstr memmem
#include "antumbra.h"

char *strstr(const char *text, const char *part) {
  for (;; text++) {
    size_t i = 0;
    while (part[i] && text[i] == part[i]) i++;
    if (!part[i]) return (char *)text;
    if (!*text) return 0;
  }
}

void *memmem(const void *text, size_t size, const void *part, size_t length) {
  const byte *a = text, *b = part;
  for (; size >= length; a++, size--) {
    size_t i = 0;
    while (i < length && a[i] == b[i]) i++;
    if (i == length) return (void *)a;
  }
  return 0;
}
