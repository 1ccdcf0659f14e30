// expect: unsafe unreach-call
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x != x && copysign(1.0, x) == -1.0) reach_error(); // fails here
  return 0;
}
