// provides: strcasecmp strncasecmp strcasestr
#include "antumbra.h"

static int lower(char c) {
  byte b = (byte)c;
  return b + ((unsigned)b - 'A' < 26u) * 32;
}

int strcasecmp(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  return lower(*a) - lower(*b);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++)
    if (lower(*a) != lower(*b) || !*a) return lower(*a) - lower(*b);
  return 0;
}

char *strcasestr(const char *text, const char *part) {
  for (;; text++) {
    size_t i = 0;
    while (part[i] && lower(text[i]) == lower(part[i])) i++;
    if (!part[i]) return (char *)text;
    if (!*text) return 0;
  }
}
