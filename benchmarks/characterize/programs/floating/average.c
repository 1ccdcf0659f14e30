// expect: fails iff both are finite, a <= b, and their sum is not finite
// inputs: float a, float b
// truth: ({ float s = a + b; __builtin_isfinite(a) && __builtin_isfinite(b) && a <= b && !(a <= s / 2 && s / 2 <= b); })
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
  float a = __VERIFIER_nondet_float();
  float b = __VERIFIER_nondet_float();
  __VERIFIER_assume(isfinite(a) && isfinite(b) && a <= b);
  float sum = a + b;
  float average = sum / 2.0f;
  assert(a <= average && average <= b);
  return 0;
}
