// expect: unsafe valid-memtrack
// options: --property valid-memsafety --engine interpolate
// the way that frees comes first, and must not cover the one that does not
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4), *q = malloc(4);
  if (__VERIFIER_nondet_int() != 7) {
    free(p);
    free(q);
  } else {
    free(q);
  }
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_int())
      continue;
  }
  return 0;
}
