// expect: unsafe unreach-call
// options: --property unreach-call
#include "common.h"
#define N 300
int main(void) {
  int a[N], i;
  for (i = 0; i < N; i++) a[i] = 2 * i + (i == 277 ? 0 : 1);
  for (i = 0; i < N; i++) check(a[i] % 2 == 1);
  return 0;
}
