// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b) {
  if (a == b) return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a < 10 || a > 30 || b < 10 || b > 30) return 0;
  assert(gcd(a, b) != 7);
  return 0;
}
