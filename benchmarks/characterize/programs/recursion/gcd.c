// expect: fails iff a is zero and b is not
// inputs: unsigned char a, unsigned char b
// truth: a == 0 && b != 0
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned divisor = gcd(a, b);
  assert(divisor <= a); /* a divisor is not larger */
  return 0;
}
