// expect: fails iff one of them is not a number
// inputs: double a, double b
// truth: a != a || b != b
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

static int compare(double a, double b) {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
}

int main(void) {
  double a = __VERIFIER_nondet_double();
  double b = __VERIFIER_nondet_double();
  if (compare(a, b) == 0) assert(a == b);
  return 0;
}
