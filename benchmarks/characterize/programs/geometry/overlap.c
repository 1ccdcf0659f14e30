// expect: fails iff one range begins where the other ends, and the question is not the same both ways
// inputs: int a, int b, int c, int d
// truth: a <= b && c <= d && (a <= d && c < b) != (c <= b && a < d)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int overlap(int from1, int to1, int from2, int to2) { return from1 <= to2 && from2 < to1; }

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
  __VERIFIER_assume(a <= b && c <= d);
  assert(overlap(a, b, c, d) == overlap(c, d, a, b));
  return 0;
}
