// expect: fails iff the base is not zero and its power is zero: a base with enough factors of two
// inputs: unsigned base, unsigned exponent
// hard: powers of an input of 32 bits
// truth: base != 0 && exponent >= 1 && exponent <= 5 && __builtin_ctz(base) * exponent >= 32
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned power(unsigned base, unsigned exponent) {
  if (exponent == 0) return 1;
  unsigned half = power(base, exponent / 2);
  return exponent % 2 ? half * half * base : half * half;
}

int main(void) {
  unsigned base = __VERIFIER_nondet_uint();
  unsigned exponent = __VERIFIER_nondet_uint();
  __VERIFIER_assume(exponent >= 1 && exponent <= 5);
  assert((power(base, exponent) == 0) == (base == 0));
  return 0;
}
