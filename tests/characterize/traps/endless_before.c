// expect: fails iff a is 3: with an odd a of more the loop never ends
// bounds: any
// inputs: unsigned char a
// truth: a == 3
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = a;
  if (a > 3)
    while (b % 2) b += 2;
  assert(a != 3 && (a <= 3 || b % 2 == 0));
  return 0;
}
