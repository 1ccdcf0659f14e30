// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : n == 17 ? odd(n - 1) : even(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(even(n) == !(n & 1));
  return 0;
}
