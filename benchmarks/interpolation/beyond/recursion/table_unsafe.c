// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int filled[32];

static void fill(unsigned n) {
  if (n == 0) return;
  filled[n & 31] = 1;
  fill(n - 1);
}

int main(void) {
  fill(__VERIFIER_nondet_uint());
  assert(filled[20] == 0);
  return 0;
}
