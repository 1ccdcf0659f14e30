// expect: safe
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short a = __VERIFIER_nondet_short();
  int b = a;
  assert(b * b >= 0);
  return 0;
}
