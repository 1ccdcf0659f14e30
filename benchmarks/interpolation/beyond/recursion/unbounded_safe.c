// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned identity(unsigned n) {
  if (n == 0) return 0;
  return identity(n - 1) + 1;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(identity(n) == n);
  return 0;
}
