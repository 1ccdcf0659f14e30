// expect: safe
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = copysign(2.0, x);
  if (!signbit(x) != !signbit(y) || fabs(y) != 2.0) reach_error();
  if (signbit(fabs(x))) reach_error();
  return 0;
}
