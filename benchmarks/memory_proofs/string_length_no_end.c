// expect: unsafe valid-deref
// options: --property valid-memsafety
#include "common.h"
static unsigned long length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) n = 1;
  char *s = alloca(n);
  for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_char();
  if (n < 50) s[n - 1] = 0; else s[n - 1] = 'x';
  return (int)length(s);
}
