// provides: isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
// provides: tolower toupper toascii _tolower _toupper
// The C locale, without branches: a test of an unknown character forks only where the program branches on it. A class is
// told by the bit that glibc has for it.
#include "antumbra.h"

#define IN(c, low, high) ((unsigned)(c) - (low) <= (unsigned)((high) - (low)))

int isdigit(int c) {
  return (IN(c, '0', '9')) << 11;
}

int islower(int c) {
  return (IN(c, 'a', 'z')) << 9;
}

int isupper(int c) {
  return (IN(c, 'A', 'Z')) << 8;
}

int isalpha(int c) {
  return (IN(c | 32, 'a', 'z')) << 10;
}

int isalnum(int c) {
  return (IN(c | 32, 'a', 'z') | IN(c, '0', '9')) << 3;
}

int isxdigit(int c) {
  return (IN(c | 32, 'a', 'f') | IN(c, '0', '9')) << 12;
}

int isblank(int c) {
  return (c == ' ') | (c == '\t');
}

int isspace(int c) {
  return ((c == ' ') | IN(c, '\t', '\r')) << 13;
}

int iscntrl(int c) {
  return (IN(c, 0, 31) | (c == 127)) << 1;
}

int isprint(int c) {
  return (IN(c, 32, 126)) << 14;
}

int isgraph(int c) {
  return (IN(c, 33, 126)) << 15;
}

int ispunct(int c) {
  return (IN(c, 33, 126) & !isalnum(c)) << 2;
}

int isascii(int c) {
  return IN(c, 0, 127);
}

int toascii(int c) {
  return c & 127;
}

int tolower(int c) {
  return c + (IN(c, 'A', 'Z') << 5);
}

int toupper(int c) {
  return c - (IN(c, 'a', 'z') << 5);
}

int _tolower(int c) {
  return c + 32;
}

int _toupper(int c) {
  return c - 32;
}
