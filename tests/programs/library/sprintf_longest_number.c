// expect: unsafe valid-deref
// options: --property valid-memsafety
// The lowest number has 317 characters.
#include <stdio.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  char text[64];
  sprintf(text, "%f", __VERIFIER_nondet_double());
  return 0;
}
