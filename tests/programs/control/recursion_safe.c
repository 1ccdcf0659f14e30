// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1)); }
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar() % 16;
  unsigned g = gcd(x, 12);
  assert(12 % g == 0 && x % g == 0);
  assert(ackermann(2, 3) == 9);
  return 0;
}
