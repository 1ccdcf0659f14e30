// expect: safe
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  short s = __VERIFIER_nondet_short();
  float f = s;
  assert((short)f == s);
  double d = __VERIFIER_nondet_int();
  assert(d >= -2147483648.0 && d <= 2147483647.0);
  assert((int)2.9 == 2 && (int)-2.9 == -2 && (unsigned char)200.7f == 200);
  assert((float)16777217 == 16777216.0f);
  return 0;
}
