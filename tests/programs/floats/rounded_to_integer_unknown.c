// expect: unknown outside its range
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (lrint(d) == 7 && d > 1e30) reach_error();
  return 0;
}
