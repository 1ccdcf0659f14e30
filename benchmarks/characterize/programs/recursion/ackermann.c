// expect: fails iff m is 2 and n is 3
// inputs: unsigned char m, unsigned char n
// truth: m == 2 && n == 3
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  unsigned char m = __VERIFIER_nondet_uchar();
  unsigned char n = __VERIFIER_nondet_uchar();
  if (m > 2 || n > 3) return 1;
  assert(ackermann(m, n) < 9);
  return 0;
}
