// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 6000
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) { if (a[i] < 0) a[i] = 0; if (a[i] > 255) a[i] = 255; }
  for (int i = 0; i < N; i++) { check(a[i] >= 0); check(a[i] <= 255); }
  return 0;
}
