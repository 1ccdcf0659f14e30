// expect: unsafe def-behavior
// options: --property def-behavior
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (!(d < -1e18) && !(d > 1e18)) return (int)((long)d & 1);  // fails here
  return 0;
}
