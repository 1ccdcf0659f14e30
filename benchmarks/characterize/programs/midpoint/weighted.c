// expect: fails iff a product or the sum wraps around and the result lies outside of both
// inputs: int a, int b, int weight
// hard: products of inputs of 32 bits, divided
// truth: ({ int r = (int)((unsigned)a * weight + (unsigned)b * (100 - weight)) / 100; int lo = a < b ? a : b;
// truth: int hi = a < b ? b : a; a >= 0 && b >= 0 && a <= 50000000 && b <= 50000000 && weight >= 0 && weight <= 100 &&
// truth: (r < lo || r > hi); })
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int weight = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && a <= 50000000 && b >= 0 && b <= 50000000);
  __VERIFIER_assume(weight >= 0 && weight <= 100);
  int mean = (a * weight + b * (100 - weight)) / 100;
  assert(mean >= (a < b ? a : b) && mean <= (a < b ? b : a));
  return 0;
}
