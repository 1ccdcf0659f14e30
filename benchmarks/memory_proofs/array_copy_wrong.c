// expect: unsafe unreach-call
// options: --property unreach-call
#include "common.h"
#define N 500
int main(void) {
  int a[N], b[N], i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++) b[i] = a[i];
  b[0] = a[1];
  for (i = 0; i < N; i++) check(b[i] == a[i]);
  return 0;
}
