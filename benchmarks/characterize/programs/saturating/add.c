// expect: fails iff the sum is under -2^31
// inputs: int a, int b
// truth: (long long)a + b < -2147483648LL
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

/* saturates above only */
static int add(int a, int b) {
  if (a > 0 && b > INT_MAX - a) return INT_MAX;
  return a + b;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int sum = add(a, b);
  assert(b >= 0 ? sum >= a : sum <= a);
  return 0;
}
