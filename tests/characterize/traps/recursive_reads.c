// expect: fails iff the numbers that are read, three at most and up to the first zero, add up to 100
// bounds: exact
// inputs: unsigned char x[3]
// truth: x[0] == 0 ? 0 : x[1] == 0 ? x[0] == 100 : x[2] == 0 ? x[0] + x[1] == 100 : x[0] + x[1] + x[2] == 100
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int sum(int left) {
  if (left == 0) return 0;
  unsigned char x = __VERIFIER_nondet_uchar();
  return x == 0 ? 0 : x + sum(left - 1);
}
int main(void) {
  assert(sum(3) != 100);
  return 0;
}
