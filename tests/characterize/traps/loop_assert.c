// expect: fails iff n is 7 or more, at the seventh round, or 250 or more, before the first
// bounds: exact
// inputs: unsigned char n
// truth: n >= 7
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  assert(n < 250);
  for (unsigned char i = 0; i < n; i++)
    assert(i != 6);
  return 0;
}
