// expect: safe
// options: --property unreach-call
#include "common.h"
#define N 4000
int main(void) {
  short a[N];
  for (short *p = a; p != a + N; ++p) *p = 3;
  for (short *p = a; p < a + N; ++p) check(*p == 3);
  return 0;
}
