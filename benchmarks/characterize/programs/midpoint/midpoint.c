// expect: fails iff 0 <= low <= high and low + high does not fit an int
// inputs: int low, int high
// truth: 0 <= low && low <= high && (long long)low + high > 2147483647LL
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int midpoint(int low, int high) { return (low + high) / 2; }

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= low && low <= high);
  int middle = midpoint(low, high);
  assert(low <= middle && middle <= high);
  return 0;
}
