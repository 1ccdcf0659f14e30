// expect: safe
// options: --property unreach-call,def-behavior
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (d >= -100 && d <= 100 && (lrint(d) > 100 || lround(d) < -100)) reach_error();
  return 0;
}
