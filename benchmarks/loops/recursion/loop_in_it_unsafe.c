// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int depth(int n) {
  int steps = 0;
  for (int i = 0; i < n; i++) steps++;
  if (n <= 0) return 0;
  return steps + depth(n - 1) - (n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10000) return 0;
  int d = depth(n);
  assert(d == n && d != 9);
}
