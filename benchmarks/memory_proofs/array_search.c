// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 10000
int main(void) {
  int a[N], i, x = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  i = 0;
  while (i < N && a[i] != x) i++;
  for (int j = 0; j < i; j++) check(a[j] != x);
  if (i < N) check(a[i] == x);
  return 0;
}
