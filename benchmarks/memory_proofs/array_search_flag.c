// expect: safe
// options: --property unreach-call
#include "common.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  given(n < 100000);
  int a[n], x = __VERIFIER_nondet_int(), found = 0;
  for (unsigned i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (unsigned i = 0; i < n; i++) if (a[i] == x) found = 1;
  if (!found) for (unsigned i = 0; i < n; i++) check(a[i] != x);
  return 0;
}
