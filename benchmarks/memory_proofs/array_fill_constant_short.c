// expect: unsafe unreach-call
// options: --property unreach-call
#include "common.h"
#define N 1024
int main(void) {
  int a[N];
  for (int i = 0; i < N - 1; i++) a[i] = 42;
  for (int i = 0; i < N; i++) check(a[i] == 42);
  return 0;
}
