// expect: fails iff a is small and b is 9, or a is large and c is 9
// bounds: exact
// inputs: unsigned char a, unsigned char b, unsigned char c
// truth: a < 50 ? b == 9 : c == 9
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  if (a < 50) {
    unsigned char b = __VERIFIER_nondet_uchar();
    assert(b != 9);
  } else {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(c != 9);
  }
  return 0;
}
