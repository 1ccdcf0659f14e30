// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 2000
int main(void) {
  int a[N], low[N], high[N], i, j = 0, k = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) if (a[i] < 0) low[j++] = a[i]; else high[k++] = a[i];
  for (i = 0; i < j; i++) check(low[i] < 0);
  for (i = 0; i < k; i++) check(high[i] >= 0);
  return 0;
}
