// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned identity(unsigned n) { return n == 0 ? 0 : identity(n - 1) + 1; }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  assert(identity(n) + identity(m) != 13);
  return 0;
}
