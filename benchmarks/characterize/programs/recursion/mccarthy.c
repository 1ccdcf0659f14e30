// expect: fails iff n is over 101
// inputs: int n
// hard: recursion whose depth depends on an input of 32 bits
// truth: n > 101
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int mccarthy(int n) {
  if (n > 100) return n - 10;
  return mccarthy(mccarthy(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 1;
  assert(mccarthy(n) == 91);
  return 0;
}
