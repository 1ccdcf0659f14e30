// expect: unsafe unreach-call
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(x <= 0 || x > 0); // fails here
  return 0;
}
