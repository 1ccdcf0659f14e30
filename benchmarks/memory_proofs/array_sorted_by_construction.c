// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 3000
int main(void) {
  int a[N];
  a[0] = 0;
  for (int i = 1; i < N; i++) { a[i] = a[i - 1] + (__VERIFIER_nondet_int() & 3); }
  for (int i = 1; i < N; i++) check(a[i - 1] <= a[i]);
  return 0;
}
