// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 6000
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) if (i % 2 == 0) a[i] = 0; else a[i] = 1;
  for (int i = 0; i < N; i++) check(a[i] == 0 || a[i] == 1);
  return 0;
}
