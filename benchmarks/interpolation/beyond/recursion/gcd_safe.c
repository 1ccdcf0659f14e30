// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b) {
  if (a == b) return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a == 0 || b == 0) return 0;
  unsigned g = gcd(a, b);
  assert(g >= 1 && g <= a && g <= b);
  return 0;
}
