// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned clipped(unsigned n) {
  if (n == 0) return 0;
  unsigned below = clipped(n - 1);
  return below == 6 ? 6 : below + 1;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(clipped(n) == n);
  return 0;
}
