// expect: safe
// options: --property valid-memsafety
#include "common.h"
static char *find(char *s, int c) {
  for (; *s != (char)c; s++) if (*s == 0) return 0;
  return s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = alloca(n);
  s[n - 1] = 0;
  char *p = find(s, __VERIFIER_nondet_int());
  return p ? *p : 0;
}
