// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 900
int main(void) {
  int a[N], best = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < N; i++) if (a[best] < a[i]) best = i;
  for (int i = 0; i < N; i++) check(a[i] <= a[best]);
  return 0;
}
