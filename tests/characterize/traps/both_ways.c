// expect: fails iff a and b are equal: one assert or the other
// bounds: exact
// inputs: int a, int b
// truth: a == b
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0) assert(a != b);
  assert(a - b != 0);
  return 0;
}
