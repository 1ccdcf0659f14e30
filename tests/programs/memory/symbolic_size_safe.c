// expect: safe
// options: --property valid-memsafety
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 20)
    return 0;
  char *p = malloc(n);
  p[n / 2] = 1;
  p[n - 1 - n / 5] = 2;
  free(p);
  return 0;
}
