// expect: unsafe unreach-call
// options: --property unreach-call
#include "common.h"
static int find(const int *a, int n, int x) {
  for (int i = 1; i < n; i++) if (a[i] == x) return i;
  return -1;
}
int main(void) {
  int a[77], x = __VERIFIER_nondet_int();
  for (int i = 0; i < 77; i++) a[i] = __VERIFIER_nondet_int();
  int at = find(a, 77, x);
  if (at < 0) for (int i = 0; i < 77; i++) check(a[i] != x);
  return 0;
}
