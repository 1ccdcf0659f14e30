// expect: safe
// options: --property valid-free
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p[3];
  for (int i = 0; i < 3; i++)
    p[i] = malloc(4);
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
  free(p[i]);
  if (i != j)
    free(p[j]);
  return 0;
}
