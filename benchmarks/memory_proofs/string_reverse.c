// expect: safe
// options: --property valid-memsafety
#include "common.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 10000) n = 1;
  char *s = alloca(n);
  s[n - 1] = 0;
  int l = 0, r = 0;
  while (s[r]) r++;
  r--;
  while (l < r) { char c = s[l]; s[l] = s[r]; s[r] = c; l++; r--; }
  return 0;
}
