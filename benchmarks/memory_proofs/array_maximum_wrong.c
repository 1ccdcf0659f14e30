// expect: unsafe unreach-call
// options: --property unreach-call
#include "common.h"
#define N 90
int main(void) {
  int a[N], i, max = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) if (a[i] > max) max = a[i];
  for (i = 0; i < N; i++) check(a[i] <= max);
  check(max > 0);
  return 0;
}
