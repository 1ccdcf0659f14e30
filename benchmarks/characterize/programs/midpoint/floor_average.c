// expect: fails iff the sum is negative and odd, which / rounds towards zero
// inputs: signed char a, signed char b
// truth: a + b < 0 && (a + b) % 2 != 0
#include <assert.h>
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
  signed char a = __VERIFIER_nondet_schar();
  signed char b = __VERIFIER_nondet_schar();
  int average = (a + b) / 2;
  assert(2 * average <= a + b); /* the average is rounded down */
  return 0;
}
