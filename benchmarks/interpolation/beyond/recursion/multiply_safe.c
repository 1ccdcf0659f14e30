// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned triple(unsigned n) { return n == 0 ? 0 : 3 + triple(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(triple(n) == 3 * n);
  return 0;
}
