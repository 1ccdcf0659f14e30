// expect: unsafe valid-deref
// options: --property valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(sizeof *a), *old = a;
  *a = 1;
  if (__VERIFIER_nondet_int() == 8)
    a = realloc(a, 400);
  int r = *old; // fails here
  free(a);
  return r;
}
