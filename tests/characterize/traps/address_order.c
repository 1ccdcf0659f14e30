// expect: fails where a is 1; for 2 it depends on where the objects lie
// bounds: any
// inputs: unsigned char a
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  char x, y;
  unsigned long p = (unsigned long)&x, q = (unsigned long)&y;
  assert(a != 1);
  if (a == 2) assert(p % 64 != 3);
  if (a == 3) assert(p < q || p > q);
  return 0;
}
