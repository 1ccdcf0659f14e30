// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned fibonacci(unsigned n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  assert(fibonacci(__VERIFIER_nondet_uint() % 12) != 55);
  return 0;
}
