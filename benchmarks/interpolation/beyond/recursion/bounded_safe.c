// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int climb(int left, int height) {
  if (left == 0) return height;
  if (__VERIFIER_nondet_int()) return climb(left - 1, height + 1);
  return climb(left - 1, height - 1);
}

int main(void) {
  int h = climb(14, 0);
  assert(h >= -14 && h <= 14);
  return 0;
}
