// provides: strdup strndup __strdup __strndup
#include "antumbra.h"

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);

static char *duplicate(const char *s, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) return 0;
  __builtin_memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}

char *strdup(const char *s) {
  return duplicate(s, strlen(s));
}

char *strndup(const char *s, size_t limit) {
  return duplicate(s, strnlen(s, limit));
}

char *__strdup(const char *s) {
  return strdup(s);
}

char *__strndup(const char *s, size_t limit) {
  return strndup(s, limit);
}
