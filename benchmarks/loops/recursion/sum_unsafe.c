// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

static int sum(int n, int m) {
  if (n <= 0) return m;
  return sum(n - 1, m + 1);
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000000 || b < 0 || b > 1000000) return 0;
  int r = sum(a, b);
  assert(r == a + b && r != 31);
}
