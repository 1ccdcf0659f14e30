// expect: fails iff n is 12 to 14
// inputs: unsigned char n
// truth: n >= 12 && n <= 14
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char next(unsigned n, unsigned char a, unsigned char b) {
  if (n == 0) return a;
  assert((unsigned char)(a + b) >= b || n == 1 || n == 2); /* still a byte */
  return next(n - 1, b, (unsigned char)(a + b));
}

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 14) return 1;
  unsigned char number = next(n, 0, 1);
  assert(n < 12 || (number == 144 && n == 11));
  return 0;
}
