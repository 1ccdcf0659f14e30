// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

// What a call may do depends on memory that its caller has changed.
static void climb(unsigned n, unsigned *height) {
  assert(*height <= 40);
  if (n == 0 || *height == 40) return;
  *height = *height + 1;
  climb(n - 1, height);
}

int main(void) {
  unsigned height = 0;
  climb(__VERIFIER_nondet_uint(), &height);
  assert(height <= 40);
  return 0;
}
