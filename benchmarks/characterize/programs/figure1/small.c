// expect: fails iff y is 0 or 1
// inputs: int x, int y
// truth: y == 0 || y == 1
// Fig. 1 of "Comprehensive Failure Characterization" for y of -1000 to 1000, where nothing wraps around.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y >= -1000 && y <= 1000);
  int tmp = 0;
  if (y >= 0) {
    if (x < 0)
      x = 0 - x;
    for (int i = 0; i < y; i++)
      tmp += i;
  } else {
    tmp = y * y;
  }
  assert(tmp > 0);
  return 0;
}
