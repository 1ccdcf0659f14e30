// provides: wcsncat wcsnlen wcsdup wcsspn wcscspn wcspbrk wcsstr wmemchr wmemmove
#include "antumbra.h"

size_t wcslen(const wchar_t *s);
wchar_t *wcschr(const wchar_t *s, wchar_t c);

size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t most) {
  size_t n = wcsnlen(from, most);
  wchar_t *end = to + wcslen(to);
  __antumbra_copy(end, from, n * sizeof *to);
  end[n] = 0;
  __antumbra_apart(end, (n + 1) * sizeof *to, from, (n + (n < most)) * sizeof *to);
  return to;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t size = (wcslen(s) + 1) * sizeof *s;
  wchar_t *copy = malloc(size);
  if (copy) __builtin_memcpy(copy, s, size);
  return copy;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && wcschr(set, s[n])) n++;
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !wcschr(set, s[n])) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += wcscspn(s, set);
  return *s ? (wchar_t *)s : 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *word) {
  for (;; s++) {
    size_t n = 0;
    while (word[n] && s[n] == word[n]) n++;
    if (!word[n]) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (; n; n--, s++)
    if (*s == c) return (wchar_t *)s;
  return 0;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof *to);
  return to;
}
