// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 1000
int main(void) {
  int a[N];
  int l = 0, r = N - 1;
  while (l <= r) { a[l] = 5; a[r] = 5; l++; r--; }
  for (int i = 0; i < N; i++) check(a[i] == 5);
  return 0;
}
