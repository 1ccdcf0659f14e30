// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = f(n);
  assert(r == 91 || (n > 101 && r == n - 10));
  return 0;
}
