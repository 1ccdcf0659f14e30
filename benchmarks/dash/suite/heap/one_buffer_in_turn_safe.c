// expect: safe
// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *fresh(void) {
  int *p = malloc(sizeof *p);
  if (!p) exit(1);
  return p;
}

int main(void) {
  int *last = 0;
  while (__VERIFIER_nondet_int()) {
    if (last) free(last);
    last = fresh();
    *last = 1;
    free(last);
    last = 0;
  }
  return 0;
}
