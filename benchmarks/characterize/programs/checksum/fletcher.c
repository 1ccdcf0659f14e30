// expect: fails iff two texts of two bytes that differ have the same sums modulo 255
// inputs: unsigned char a[2], unsigned char b[2]
// truth: (a[0] != b[0] || a[1] != b[1]) && (a[0] + a[1]) % 255 == (b[0] + b[1]) % 255 &&
// truth: (2 * a[0] + a[1]) % 255 == (2 * b[0] + b[1]) % 255
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static unsigned fletcher(const unsigned char *text) {
  unsigned first = 0, second = 0;
  for (int i = 0; i < 2; i++) {
    first = (first + text[i]) % 255;
    second = (second + first) % 255;
  }
  return second << 8 | first;
}

int main(void) {
  unsigned char a[2], b[2];
  for (int i = 0; i < 2; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
  }
  __VERIFIER_assume(a[0] != b[0] || a[1] != b[1]);
  assert(fletcher(a) != fletcher(b));
  return 0;
}
