// provides: strtok strtok_r __strtok_r
#include "antumbra.h"

size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);

char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  *rest = *end ? end + 1 : end;
  *end = 0;
  return s;
}

char *__strtok_r(char *s, const char *set, char **rest) {
  return strtok_r(s, set, rest);
}

char *strtok(char *s, const char *set) {
  static char *rest;
  if (!s && !rest) return 0;
  return strtok_r(s, set, &rest);
}
