// expect: safe
// options: --property valid-memsafety
// The longest texts of a double: -1.79769313486232e+308, -1.8e+308, 0x1.fffffffffffffp+1023.
#include <stdio.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  char general[23], scientific[10], hexadecimal[25];
  double x = __VERIFIER_nondet_double();
  sprintf(general, "%1.15g", x);
  sprintf(scientific, "%.1e", x);
  sprintf(hexadecimal, "%a", x);
  return 0;
}
