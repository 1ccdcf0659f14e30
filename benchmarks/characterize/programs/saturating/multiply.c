// expect: fails iff the product is under -2^15 and its low 16 bits have another sign
// inputs: short a, short b
// truth: a * b < -32768 && (short)(a * b) >= 0
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

static short multiply(short a, short b) {
  int product = a * b;
  if (product > 32767) product = 32767; /* and below? */
  return (short)product;
}

int main(void) {
  short a = __VERIFIER_nondet_short();
  short b = __VERIFIER_nondet_short();
  short result = multiply(a, b);
  assert((a * b < 0) == (result < 0));
  return 0;
}
