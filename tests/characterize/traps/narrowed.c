// expect: fails iff the low byte of a is 0 and a is not
// bounds: exact
// inputs: int a
// truth: (a & 255) == 0 && a != 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char low = a;
  assert((low == 0) == (a == 0));
  return 0;
}
