// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 5000
int a[N], b[N], c[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) b[i] = a[i];
  for (i = 0; i < N; i++) c[i] = b[i];
  for (i = 0; i < N; i++) check(c[i] == a[i]);
  return 0;
}
