// expect: unknown unsupported
#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  fesetround(FE_DOWNWARD);
  if (1.0f + x == 1.0f && x > 0x1.8p-24f)
    reach_error();
  return 0;
}
