// expect: unknown a symbolic number
// options: --property valid-deref
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 60000) {
    char *p = malloc(n + 1);
    memset(p, 1, n);
    if (n == 50000) p[50001] = 1;
  }
  return 0;
}
