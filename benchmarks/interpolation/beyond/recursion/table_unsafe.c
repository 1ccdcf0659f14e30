// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int filled[8];

static void fill(unsigned n) {
  if (n == 0) return;
  filled[n & 7] = 1;
  fill(n - 1);
}

int main(void) {
  fill(__VERIFIER_nondet_uint());
  assert(filled[4] == 0);
  return 0;
}
