// expect: safe
// options: --property unreach-call
#include "common.h"
static void copy(int *to, const int *from, int n) {
  while (n-- > 0) *to++ = *from++;
}
int main(void) {
  int a[3000], b[3000];
  for (int i = 0; i < 3000; i++) a[i] = __VERIFIER_nondet_int();
  copy(b, a, 3000);
  for (int i = 0; i < 3000; i++) check(a[i] == b[i]);
  return 0;
}
