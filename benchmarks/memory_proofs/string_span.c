// expect: safe
// options: --property valid-memsafety
#include "common.h"
static unsigned long span(const char *s, const char *set) {
  const char *p, *q;
  unsigned long count = 0;
  for (p = s; *p != '\0'; ++p) {
    for (q = set; *q != '\0'; ++q) if (*p == *q) break;
    if (*q == '\0') return count;
    ++count;
  }
  return count;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  if (m < 1) m = 1;
  char *s = alloca(n), *set = alloca(m);
  s[n - 1] = 0;
  set[m - 1] = 0;
  return (int)span(s, set);
}
