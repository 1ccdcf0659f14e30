// expect: safe
// options: --property valid-memsafety
#include "common.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = (char *)alloca(n);
  s[n - 1] = '\0';
  int length = 0;
  while (s[length] != '\0') length++;
  return length;
}
