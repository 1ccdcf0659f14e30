// expect: safe
// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *buffer = 0;
  int owned = 0;
  if (__VERIFIER_nondet_int()) {
    buffer = malloc(16);
    owned = buffer != 0;
  }
  if (owned) buffer[0] = 1;
  if (owned) free(buffer);
  return 0;
}
