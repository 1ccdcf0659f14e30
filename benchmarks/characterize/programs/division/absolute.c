// expect: fails iff x is -2^31
// inputs: int x
// truth: x == -2147483647 - 1
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int magnitude(int x) { return x < 0 ? -x : x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = magnitude(x);
  assert(y >= 0);
  return 0;
}
