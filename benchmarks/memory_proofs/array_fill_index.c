// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 10000
int main(void) {
  int a[N], i;
  for (i = 0; i < N; i++) a[i] = i;
  for (i = 0; i < N; i++) check(a[i] == i);
  return 0;
}
