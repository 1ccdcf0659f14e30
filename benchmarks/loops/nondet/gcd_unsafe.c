// expect: unsafe unreach-call
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a == 0 || b == 0) return 0;
  unsigned m = a, n = b;
  while (a != b) {
    if (a > b) a -= b;
    else b -= a;
  }
  assert(a > 1 || m * n == 6 || a + a == 0 && a <= m && a <= n);
}
