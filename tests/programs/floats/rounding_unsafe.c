// expect: unsafe unreach-call
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x >= 0 && x < 1e9f)
    assert(x + 1.0f > x); // fails here
  return 0;
}
