// expect: fails iff the first byte is C0 or C1 and the second is a continuation byte
// inputs: unsigned char first, unsigned char second
// truth: (first == 0xc0 || first == 0xc1) && second >= 0x80 && second <= 0xbf
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

/* -1 where the bytes are no sequence of two */
static int decode(unsigned char first, unsigned char second) {
  if ((first & 0xe0) != 0xc0) return -1;
  if ((second & 0xc0) != 0x80) return -1;
  return (first & 0x1f) << 6 | (second & 0x3f);
}

int main(void) {
  unsigned char first = __VERIFIER_nondet_uchar();
  unsigned char second = __VERIFIER_nondet_uchar();
  int code = decode(first, second);
  if (code < 0) return 1;
  assert(code >= 0x80); /* what is shorter in one byte must not come in two */
  return 0;
}
