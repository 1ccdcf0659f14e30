// expect: unsafe valid-deref
// options: --property valid-memsafety
// -1.79769313486232e+308 has 22 characters.
#include <stdio.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  char text[22];
  sprintf(text, "%1.15g", __VERIFIER_nondet_double());
  return 0;
}
