// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int filled[8];

// Writes a global array at an unknown index, to any depth.
static int fill(unsigned n) {
  if (n == 0) return 0;
  filled[n & 7] = 1;
  int rest = fill(n - 1);
  return rest < 8 ? rest + 1 : 8;
}

int main(void) {
  int r = fill(__VERIFIER_nondet_uint());
  assert(r >= 0 && r <= 8);
  return 0;
}
