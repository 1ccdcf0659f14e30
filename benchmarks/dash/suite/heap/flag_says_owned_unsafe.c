// expect: unsafe
// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *buffer = 0;
  int owned = 0, n = __VERIFIER_nondet_int();
  if (n) {
    buffer = malloc(16);
    owned = buffer != 0 && n < 100;
  }
  if (owned) free(buffer);
  return 0;
}
