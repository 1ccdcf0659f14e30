// expect: safe
// options: --property valid-memsafety
#include "common.h"
static unsigned long length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = alloca(n * sizeof(char));
  for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_char();
  s[n - 1] = 0;
  return (int)length(s);
}
