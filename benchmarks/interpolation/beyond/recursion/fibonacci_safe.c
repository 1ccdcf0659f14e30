// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

// Saturates, so that no bound on n is needed.
static unsigned fibonacci(unsigned n) {
  if (n < 2) return n;
  unsigned sum = fibonacci(n - 1) + fibonacci(n - 2);
  return sum > 500 ? 500 : sum;
}

int main(void) {
  assert(fibonacci(__VERIFIER_nondet_uint()) <= 500);
  return 0;
}
