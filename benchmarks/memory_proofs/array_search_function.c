// expect: safe
// options: --property unreach-call
#include "common.h"
static int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++) if (a[i] == x) return i;
  return -1;
}
int main(void) {
  int a[777], x = __VERIFIER_nondet_int();
  for (int i = 0; i < 777; i++) a[i] = __VERIFIER_nondet_int();
  int at = find(a, 777, x);
  check(at >= -1 && at < 777);
  if (at >= 0) check(a[at] == x);
  else for (int i = 0; i < 777; i++) check(a[i] != x);
  return 0;
}
