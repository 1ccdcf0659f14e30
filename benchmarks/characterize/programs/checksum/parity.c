// expect: fails iff the odd bits of the byte have odd parity
// inputs: unsigned char byte
// truth: __builtin_popcount(byte & 0xaa) % 2 == 1
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned folded(unsigned x) {
  x ^= x >> 4;
  x ^= x >> 2;
  return x & 1u; /* x ^= x >> 1 is missing */
}

int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  unsigned parity = 0;
  for (unsigned rest = byte; rest != 0; rest &= rest - 1)
    parity ^= 1u;
  assert(folded(byte) == parity);
  return 0;
}
