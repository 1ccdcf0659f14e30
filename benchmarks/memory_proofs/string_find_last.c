// expect: safe
// options: --property valid-memsafety
#include "common.h"
static char *last(char *s, int c) {
  char *found = 0;
  do { if (*s == (char)c) found = s; } while (*s++);
  return found;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = alloca(n);
  s[n - 1] = 0;
  char *p = last(s, __VERIFIER_nondet_int());
  if (p) *p = 1;
  return 0;
}
