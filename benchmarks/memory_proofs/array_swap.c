// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 4096
int main(void) {
  int a[N], b[N], i, t;
  for (i = 0; i < N; i++) { a[i] = 1; b[i] = 2; }
  for (i = 0; i < N; i++) { t = a[i]; a[i] = b[i]; b[i] = t; }
  for (i = 0; i < N; i++) { check(a[i] == 2); check(b[i] == 1); }
  return 0;
}
