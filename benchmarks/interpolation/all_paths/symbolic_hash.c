// expect: safe
#ifndef N
#define N 7
#endif
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

// The bytes themselves go into the sum: values stay unknown on every path.
int main(void) {
  unsigned sum = 0, big = 0;
  for (int i = 0; i < N; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c > 127) {
      sum += c - 128u;
      big = big * 3 + 1;
    } else {
      sum += c;
      big = big * 3 + 2;
    }
  }
  assert(sum <= 127u * N && big * 7 % 6561 != 6560);
  return 0;
}
