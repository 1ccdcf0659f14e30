// expect: fails iff a is 1 or both bits are set
// options: --property valid-free
// native: no
// bounds: exact
// inputs: unsigned char a
// truth: (a & 3) == 3
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  char *p = malloc(4);
  if (p == 0) return 1;
  if (a & 1) free(p);
  if (a & 2) free(p);
  return 0;
}
