// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

// Grows too fast to be executed; never less than either argument while nothing wraps.
static unsigned grow(unsigned m, unsigned n) {
  if (m == 0) return n < 1000 ? n + 1 : 1000;
  if (n == 0) return grow(m - 1, 1);
  return grow(m - 1, grow(m, n - 1));
}

int main(void) {
  unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  unsigned r = grow(m, n);
  assert(r >= 1 && r <= 1000);
  return 0;
}
