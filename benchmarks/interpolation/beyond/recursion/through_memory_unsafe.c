// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void climb(unsigned n, unsigned *height) {
  assert(*height <= 40);
  if (n == 0) return;
  *height = *height + 1;
  climb(n - 1, height);
}

int main(void) {
  unsigned height = 0;
  climb(__VERIFIER_nondet_uint(), &height);
  return 0;
}
