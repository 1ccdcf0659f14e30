// expect: fails iff x is the float just below one half
// inputs: float x
// truth: x == 0x1.fffffep-2f
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

/* to the nearest whole number */
static int nearest(float x) { return (int)(x + 0.5f); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x >= 0.0f && x < 1.0f);
  assert(nearest(x) == (x < 0.5f ? 0 : 1));
  return 0;
}
