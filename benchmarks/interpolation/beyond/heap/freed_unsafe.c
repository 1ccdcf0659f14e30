// expect: unsafe
// options: --property valid-memsafety
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int)), alive = 1;
  if (!p) return 0;
  *p = 3;
  if (__VERIFIER_nondet_int()) alive = 0;
  if (__VERIFIER_nondet_int()) free(p);
  else alive = 2;
  if (alive) return *p;
  return 0;
}
