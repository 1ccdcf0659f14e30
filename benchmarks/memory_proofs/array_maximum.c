// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 10000
int main(void) {
  int a[N], i, max;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (i = 1; i < N; i++) if (a[i] > max) max = a[i];
  for (i = 0; i < N; i++) check(a[i] <= max);
  return 0;
}
