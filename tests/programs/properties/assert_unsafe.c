// expect: unsafe assert
// options: --property assert
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short a = __VERIFIER_nondet_short();
  int b = a;
  assert(b * b != 1000 * 1000); // fails here
  return 0;
}
