// expect: fails iff a is over 200: from 100 to 150 the program ends before
// bounds: exact
// inputs: unsigned char a, signed char b
// truth: a > 200 || (a < 100 && b == -128)
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_schar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  signed char b = __VERIFIER_nondet_schar();
  if (a >= 100 && a <= 125) abort();
  if (a > 125 && a <= 150) exit(3);
  if (a < 100) assert(b > -128);
  assert(a <= 200);
  return 0;
}
