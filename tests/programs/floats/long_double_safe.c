// expect: safe
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  long double x = __VERIFIER_nondet_double();
  if (x > 1.0L && x < 2.0L) {
    long double y = x * 2.0L;
    assert(y > 2.0L);
  }
  return 0;
}
