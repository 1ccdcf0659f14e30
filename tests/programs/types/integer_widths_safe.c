// expect: safe
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long v = __VERIFIER_nondet_longlong();
  char c = (char)v;
  unsigned char uc = (unsigned char)v;
  short s = (short)v;
  unsigned short us = (unsigned short)v;
  int i = (int)v;
  unsigned u = (unsigned)v;
  assert((unsigned char)c == uc);
  assert((unsigned short)s == us);
  assert((unsigned)i == u);
  assert((char)s == c);
  assert((short)i == s);
  assert(((unsigned long long)v & 0xffffffff) == u);
  assert(c >= -128 && c <= 127 && s >= -32768 && s <= 32767);
  return 0;
}
