// expect: safe
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (__builtin_issignaling(x)) return 0;
  double low = fmin(x, 2.0), high = fmax(-1.0, x);
  if (!(low <= 2.0) || !(high >= -1.0)) reach_error();
  if (fmin(NAN, 3.0) != 3.0) reach_error();
  return 0;
}
