// expect: safe
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == x)
    assert(!isnan(x));
  else
    assert(isnan(x) && !(x < 0) && !(x >= 0) && x != 1.0);
  return 0;
}
