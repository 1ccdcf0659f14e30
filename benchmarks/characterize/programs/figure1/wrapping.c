// expect: fails iff y is 0 or 1, or the sum or the square wraps around to 0 or less
// inputs: int x, int y
// hard: a loop as long as an input of 32 bits, whose result is a square
// truth: y >= 0 ? (int)(unsigned)((unsigned long long)y * (y - 1ull) / 2) <= 0 : (int)((unsigned)y * (unsigned)y) <= 0
// Fig. 1 of "Comprehensive Failure Characterization", with inputs that are read in place of arguments.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
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
