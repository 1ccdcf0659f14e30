// provides: iswalnum iswalpha iswblank iswcntrl iswgraph iswlower iswprint
// provides: iswpunct iswspace iswupper iswxdigit iswdigit towlower towupper
// ASCII, as in every locale; what other characters are is not supported.
#include "antumbra.h"

typedef unsigned wint_t;

int isdigit(int c);
int tolower(int c);
int toupper(int c);

static int ascii(wint_t c) {
  if (c > 127 && c != (wint_t)-1) __antumbra_unsupported("the class of a wide character that is not ASCII");
  return (int)c;
}

int isalnum(int c);
int iswalnum(wint_t c) {
  return isalnum(ascii(c));
}

int isalpha(int c);
int iswalpha(wint_t c) {
  return isalpha(ascii(c));
}

int isblank(int c);
int iswblank(wint_t c) {
  return isblank(ascii(c));
}

int iscntrl(int c);
int iswcntrl(wint_t c) {
  return iscntrl(ascii(c));
}

int isgraph(int c);
int iswgraph(wint_t c) {
  return isgraph(ascii(c));
}

int islower(int c);
int iswlower(wint_t c) {
  return islower(ascii(c));
}

int isprint(int c);
int iswprint(wint_t c) {
  return isprint(ascii(c));
}

int ispunct(int c);
int iswpunct(wint_t c) {
  return ispunct(ascii(c));
}

int isspace(int c);
int iswspace(wint_t c) {
  return isspace(ascii(c));
}

int isupper(int c);
int iswupper(wint_t c) {
  return isupper(ascii(c));
}

int isxdigit(int c);
int iswxdigit(wint_t c) {
  return isxdigit(ascii(c));
}

int iswdigit(wint_t c) {
  return isdigit(ascii(c)) != 0;
}

wint_t towlower(wint_t c) {
  return (wint_t)tolower(ascii(c));
}

wint_t towupper(wint_t c) {
  return (wint_t)toupper(ascii(c));
}
