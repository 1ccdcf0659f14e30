// expect: safe
// options: --property valid-memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int *p, *q;
int main(void) {
  int *t[2] = {malloc(4), malloc(4)};
  unsigned c = __VERIFIER_nondet_uint() & 1;
  p = t[c];
  q = t[1 - c];
  return 0;
}
