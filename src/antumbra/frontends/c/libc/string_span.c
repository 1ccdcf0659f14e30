// provides: strspn strcspn strpbrk strsep
#include "antumbra.h"

static int contains(const char *set, char c) {
  while (*set && *set != c) set++;
  return *set != 0;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}

char *strsep(char **rest, const char *set) {
  char *token = *rest;
  if (!token) return 0;
  char *end = strpbrk(token, set);
  if (end) *end++ = 0;
  *rest = end;
  return token;
}
