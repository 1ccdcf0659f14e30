// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 50000
int main(void) {
  int a[N], b[N], i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) b[i] = a[i];
  for (i = 0; i < N; i++) check(b[i] == a[i]);
  return 0;
}
