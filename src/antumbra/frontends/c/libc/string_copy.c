// provides: strcpy stpcpy strncpy stpncpy strlcpy
#include "antumbra.h"

char *stpcpy(char *to, const char *from) {
  while ((*to = *from)) to++, from++;
  return to;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0, length;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (length = i; i < n; i++) to[i] = 0;
  return to + length;
}

char *strncpy(char *to, const char *from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; i + 1 < size && from[i]; i++) to[i] = from[i];
  if (size) to[i] = 0;
  while (from[i]) i++;
  return i;
}
