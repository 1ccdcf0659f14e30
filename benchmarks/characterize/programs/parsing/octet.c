// expect: fails iff three digits are read and their number is over 255
// inputs: unsigned char c[3]
// truth: c[0] >= '0' && c[0] <= '9' && c[1] >= '0' && c[1] <= '9' && c[2] >= '0' && c[2] <= '9' &&
// truth: (c[0] - '0') * 100 + (c[1] - '0') * 10 + c[2] - '0' > 255
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

/* one part of an IPv4 address: at most three digits */
int main(void) {
  int value = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < '0' || c > '9') break;
    value = value * 10 + (c - '0');
  }
  assert(value <= 255);
  return 0;
}
