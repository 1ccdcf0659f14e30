// expect: fails iff the byte is a multiple of the polynomial x^4 + x + 1 and not zero
// inputs: unsigned char byte
// truth: ({ unsigned r = byte; for (int i = 7; i >= 4; i--) if (r >> i & 1) r ^= 0x13u << (i - 4); byte != 0 && r == 0; })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned crc(unsigned char byte) {
  unsigned rest = 0;
  for (int i = 7; i >= 0; i--) {
    unsigned top = rest >> 3 & 1u;
    rest = (rest << 1 | (byte >> i & 1u)) & 15u;
    if (top) rest ^= 3u;
  }
  return rest;
}

int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  if (byte == 0) return 0;
  assert(crc(byte) != 0); /* every change of a byte of zeros is seen */
  return 0;
}
