// expect: safe
// options: --property valid-memsafety,valid-memcleanup --engine interpolate
// a loop without a bound, between making and freeing
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *buffer = malloc(16);
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    buffer[0] = (char)n;
    n = n > 1000 ? 0 : n + 1;
  }
  free(buffer);
  return 0;
}
