// expect: fails iff a doubled digit is 5 or more
// inputs: unsigned char d[4]
// truth: d[0] < 10 && d[1] < 10 && d[2] < 10 && d[3] < 10 && (d[0] >= 5 || d[2] >= 5)
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int sum = 0, right = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char d = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(d < 10);
    int twice = 2 * d;
    if (i % 2 == 0) {
      sum += twice > 9 ? twice - 10 : twice; /* must be 9: the digits' sum */
      right += twice / 10 + twice % 10;
    } else {
      sum += d;
      right += d;
    }
  }
  assert(sum % 10 == right % 10);
  return 0;
}
