// expect: fails iff part * 100 wraps around to a quotient outside of 0 to 100
// inputs: int part, int whole
// hard: a product and a division of inputs of 32 bits
// truth: part >= 0 && part <= whole && whole > 0 &&
// truth: ((int)((unsigned)part * 100u) / whole < 0 || (int)((unsigned)part * 100u) / whole > 100)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int part = __VERIFIER_nondet_int();
  int whole = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= part && part <= whole && whole > 0);
  int percent = part * 100 / whole;
  assert(percent >= 0 && percent <= 100);
  return 0;
}
