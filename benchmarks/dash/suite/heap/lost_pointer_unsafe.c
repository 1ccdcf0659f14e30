// expect: unsafe
// options: --property valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (__VERIFIER_nondet_int() == 7) a = b;
  if (a != b) free(a);
  free(b);
  return 0;
}
