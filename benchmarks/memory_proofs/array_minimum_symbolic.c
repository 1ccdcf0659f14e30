// expect: safe
// options: --property unreach-call
#include "common.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  given(n >= 1 && n <= 100000);
  unsigned *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uint();
  unsigned low = a[0];
  for (int i = 0; i < n; i++) low = a[i] < low ? a[i] : low;
  for (int i = 0; i < n; i++) check(low <= a[i]);
  return 0;
}
