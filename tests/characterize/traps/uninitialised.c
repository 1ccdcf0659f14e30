// expect: fails where a is over 10; up to 10 it depends on memory that nobody wrote
// bounds: gap
// inputs: unsigned char a
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char *p = malloc(1);
  if (p == 0) return 1;
  if (a <= 10) assert(a < 5 || *p != 7);
  else assert(a <= 10);
  free(p);
  return 0;
}
