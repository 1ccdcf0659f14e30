// expect: safe
// options: --property unreach-call
#include "common.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  given(n > 0 && n < 1000000);
  int *a = malloc(n * sizeof(int));
  int i = 0;
  while (i < n) { a[i] = 7; i = i + 1; }
  i = 0;
  while (i < n) { check(a[i] == 7); i = i + 1; }
  return 0;
}
