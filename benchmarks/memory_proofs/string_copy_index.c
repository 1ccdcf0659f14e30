// expect: safe
// options: --property valid-memsafety
#include "common.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  given(n > 0 && n < 10000);
  char *from = malloc(n), *to = malloc(n);
  if (from && to) {
    for (unsigned i = 0; i + 1 < n; i++) from[i] = __VERIFIER_nondet_char();
    from[n - 1] = 0;
    unsigned i = 0;
    do { to[i] = from[i]; } while (from[i++]);
  }
  free(from);
  free(to);
  return 0;
}
