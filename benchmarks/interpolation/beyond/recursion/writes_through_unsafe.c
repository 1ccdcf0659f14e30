// expect: unsafe
// As writes_deep, through a pointer to the caller's variable.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void walk(int n, int depth, int *to) {
  if (n <= depth) return;
  if (depth == 60) *to = 7;
  walk(n, depth + 1, to);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  if (n > 100) return 0;
  walk(n, 0, &x);
  assert(x == 0);
  return 0;
}
