// expect: unsafe valid-free
// options: --property valid-free
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p[3];
  for (int i = 0; i < 3; i++)
    p[i] = malloc(4);
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
  free(p[i]);
  free(p[j]); // fails here
  return 0;
}
