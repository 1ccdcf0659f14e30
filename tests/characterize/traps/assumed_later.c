// expect: fails iff a is over 100, whatever is assumed of it afterwards
// bounds: exact
// inputs: unsigned char a, unsigned char b
// truth: a > 100
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  assert(a <= 100);
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a > 100 && b > 3);
  assert(b > a);
  return 0;
}
