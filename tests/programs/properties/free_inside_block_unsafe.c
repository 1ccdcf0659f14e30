// expect: unsafe valid-free
// options: --property valid-memsafety
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = malloc(8);
  unsigned i = __VERIFIER_nondet_uint() % 2;
  free(p + i); // fails here
  return 0;
}
