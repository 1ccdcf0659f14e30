// expect: unsafe valid-deref
// options: --property valid-deref
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 60000) {
    char *p = malloc(n + 1);
    memset(p, 1, n);
    if (n == 5) p[6] = 1; // fails here
  }
  return 0;
}
