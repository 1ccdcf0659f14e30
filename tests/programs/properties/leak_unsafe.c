// expect: unsafe valid-memtrack
// options: --property valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void work(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  if (__VERIFIER_nondet_int() == 9)
    return;
  free(p);
}
int main(void) {
  work();
  return 0;
}
