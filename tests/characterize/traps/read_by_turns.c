// expect: fails iff the value read first is 1 and the one read second is 2, and swapped if a is odd
// bounds: exact
// inputs: unsigned char a, unsigned char x[2]
// truth: a % 2 ? x[0] == 2 && x[1] == 1 : x[0] == 1 && x[1] == 2
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char get(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  return x;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char p, q;
  if (a % 2) {
    q = get();
    p = get();
  } else {
    p = get();
    q = get();
  }
  assert(!(p == 1 && q == 2));
  return 0;
}
