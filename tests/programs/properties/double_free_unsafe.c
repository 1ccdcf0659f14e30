// expect: unsafe valid-free
// options: --property valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() > 3)
    free(p);
  free(p); // fails here
  return 0;
}
