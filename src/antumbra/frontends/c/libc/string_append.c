// provides: strcat strncat strlcat
#include "antumbra.h"

size_t strlen(const char *s);
char *strcpy(char *to, const char *from);
size_t strnlen(const char *s, size_t limit);
size_t strlcpy(char *to, const char *from, size_t size);

char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  size_t length = strnlen(from, n);
  __antumbra_copy(end, from, length);
  end[length] = 0;
  __antumbra_apart(end, length + 1, from, length + (length < n));
  return to;
}

size_t strlcat(char *to, const char *from, size_t size) {
  size_t length = strnlen(to, size);
  return length == size ? size + strlen(from) : length + strlcpy(to + length, from, size - length);
}
