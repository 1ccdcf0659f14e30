// expect: unsafe
// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = __VERIFIER_nondet_int();
  if (*p == 42) return 0;
  free(p);
  return 0;
}
