// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned identity(unsigned n) { return n == 0 ? 0 : identity(n - 1) + 1; }

// Calls one after the other, and a loop of them.
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = identity(n) - identity(n);
  for (unsigned i = 0; i < n; i++) total = total + identity(i) - i;
  assert(total == 0);
  return 0;
}
