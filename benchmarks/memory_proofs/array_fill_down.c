// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 2048
long a[N];
int main(void) {
  for (int i = N - 1; i >= 0; i--) a[i] = -1;
  for (int j = 0; j < N; j++) check(a[j] == -1);
  return 0;
}
