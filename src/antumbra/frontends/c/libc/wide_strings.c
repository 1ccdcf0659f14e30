// provides: wcslen wcscpy wcsncpy wcscat wcscmp wcsncmp wcschr wcsrchr wmemcpy wmemset wmemcmp
#include "antumbra.h"

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  __antumbra_copy(to, from, (wcslen(from) + 1) * sizeof *to);
  return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  while (i < n && from[i]) i++;
  __antumbra_copy(to, from, i * sizeof *to);
  __builtin_memset(to + i, 0, (n - i) * sizeof *to);
  __antumbra_apart(to, n * sizeof *to, from, (i + (i < n)) * sizeof *to);
  return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  while (*a && *a == *b) a++, b++;
  return (*a > *b) - (*a < *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n; n--, a++, b++)
    if (*a != *b || !*a) return (*a > *b) - (*a < *b);
  return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return *s == c ? (wchar_t *)s : 0;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *found = 0;
  for (;; s++) {
    if (*s == c) found = s;
    if (!*s) return (wchar_t *)found;
  }
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
  __antumbra_copy(to, from, n * sizeof *to);
  return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n; n--, a++, b++)
    if (*a != *b) return *a < *b ? -1 : 1;
  return 0;
}
