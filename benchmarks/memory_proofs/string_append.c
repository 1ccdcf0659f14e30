// expect: safe
// options: --property valid-memsafety
#include "common.h"
static char *append(char *s, const char *t) {
  char *p = s;
  while (*p != 0) ++p;
  while (*t != 0) { *p = *t; ++p; ++t; }
  *p = 0;
  return s;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) n = 1;
  if (m < 1 || m > 100000) m = 1;
  char *s = alloca(n + m), *t = alloca(m);
  s[n - 1] = 0;
  t[m - 1] = 0;
  append(s, t);
  return 0;
}
