// provides: strchr strrchr strchrnul index rindex
#include "antumbra.h"

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  s = strchrnul(s, c);
  return *s == (char)c ? (char *)s : 0;
}

char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

char *index(const char *s, int c) {
  return strchr(s, c);
}

char *rindex(const char *s, int c) {
  return strrchr(s, c);
}
