// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 10000
int main(void) {
  int a[N], i;
  for (i = 0; i < N; i++) a[i] = 2 * i + 1;
  for (i = 0; i < N; i++) check(a[i] % 2 == 1 && a[i] > 2 * i);
  return 0;
}
