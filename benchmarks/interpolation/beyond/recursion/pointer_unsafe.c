// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void count(unsigned n, unsigned *into) {
  if (n == 0) return;
  *into = *into + (n == 20 ? 3 : 2);
  count(n - 1, into);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0;
  count(n, &total);
  assert(total == 2 * n);
  return 0;
}
