// expect: safe
// options: --property valid-memsafety
#include "common.h"
static void bounded(char *to, const char *from, unsigned n) {
  while (n && (*to++ = *from++)) n--;
  if (n) while (--n) *to++ = 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  if (m < 1) m = 1;
  char *from = alloca(n), *to = alloca(m);
  from[n - 1] = 0;
  bounded(to, from, m);
  return 0;
}
