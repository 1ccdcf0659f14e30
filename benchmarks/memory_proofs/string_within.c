// expect: safe
// options: --property valid-memsafety
#include "common.h"
static int within(const char *s, const char *t) {
  if (*t == 0) return 1;
  for (; *s; s++) {
    const char *a = s, *b = t;
    while (*a && *b && *a == *b) a++, b++;
    if (*b == 0) return 1;
  }
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  if (m < 1) m = 1;
  char *s = alloca(n), *t = alloca(m);
  s[n - 1] = 0;
  t[m - 1] = 0;
  return within(s, t);
}
