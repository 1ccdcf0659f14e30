// provides: mblen mbtowc wctomb mbstowcs wcstombs btowc wctob
// ASCII, as in every locale; other characters are not supported. There are no shift states.
#include "antumbra.h"

static int ascii(unsigned c) {
  if (c > 127) __antumbra_unsupported("a character that is not ASCII, from or to a wide one");
  return (int)c;
}

int mbtowc(wchar_t *to, const char *s, size_t n) {
  if (!s) return 0;
  if (!n) return -1;
  int c = ascii((byte)*s);
  if (to) *to = c;
  return c != 0;
}

int mblen(const char *s, size_t n) {
  if (s && !n) __antumbra_unsupported("mblen of no bytes");  // libraries differ
  return mbtowc(0, s, n);
}

int wctomb(char *to, wchar_t c) {
  if (!to) return 0;
  *to = (char)ascii((unsigned)c);
  return 1;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n) {
  size_t i = 0;
  for (; !to || i < n; i++) {
    int c = ascii((byte)from[i]);
    if (to) to[i] = c;
    if (!c) break;
  }
  return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; !to || i < n; i++) {
    int c = ascii((unsigned)from[i]);
    if (to) to[i] = (char)c;
    if (!c) break;
  }
  return i;
}

unsigned btowc(int c) {
  return c == EOF ? (unsigned)-1 : (unsigned)ascii((byte)c);
}

int wctob(unsigned c) {
  return c == (unsigned)-1 ? EOF : ascii(c);
}
