// expect: fails iff b > a: what is unsigned is never below zero
// inputs: unsigned char a, unsigned char b
// truth: b > a
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned subtract(unsigned a, unsigned b) {
  unsigned difference = a - b;
  return difference < 0 ? 0 : difference;
}

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  assert(subtract(a, b) <= a);
  return 0;
}
