// expect: fails iff a character between 'F' and 'a' is taken for a digit
// inputs: unsigned char high, unsigned char low
// truth: ({ int h = (high >= '0' && high <= '9') || (high >= 'A' && high <= 'f');
// truth: int l = (low >= '0' && low <= '9') || (low >= 'A' && low <= 'f');
// truth: h && l && ((high > 'F' && high < 'a') || (low > 'F' && low < 'a')); })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int digit(unsigned char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'f') return c - 'A' + 10;
  return -1;
}

int main(void) {
  unsigned char high = __VERIFIER_nondet_uchar();
  unsigned char low = __VERIFIER_nondet_uchar();
  int h = digit(high), l = digit(low);
  if (h < 0 || l < 0) return 1;
  assert(h < 16 && l < 16);
  return h * 16 + l;
}
