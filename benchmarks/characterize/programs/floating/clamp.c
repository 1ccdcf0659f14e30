// expect: fails iff x is not a number
// inputs: float x
// truth: x != x
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

static float clamp(float x, float low, float high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}

int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = clamp(x, 0.0f, 1.0f);
  assert(y >= 0.0f && y <= 1.0f);
  return 0;
}
