// expect: unsafe def-behavior
// options: --property def-behavior
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *a = calloc(16, 1), *b = calloc(16, 1);
  int i = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (i < 0 || i > 8) return 0;
  memcpy((c ? a : b) + i, c == 1 ? b : a, 8);
  return 0;
}
