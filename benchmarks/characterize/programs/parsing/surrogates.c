// expect: fails iff a high surrogate is followed by a unit from E000 on
// inputs: unsigned short high, unsigned short low
// truth: high >= 0xd800 && high <= 0xdbff && low >= 0xe000
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static int is_high(unsigned short unit) { return unit >= 0xd800 && unit <= 0xdbff; }
static int is_low(unsigned short unit) { return unit >= 0xdc00; }

int main(void) {
  unsigned short high = __VERIFIER_nondet_ushort();
  unsigned short low = __VERIFIER_nondet_ushort();
  if (!is_high(high) || !is_low(low)) return 1;
  unsigned code = 0x10000u + (((unsigned)high - 0xd800u) << 10) + ((unsigned)low - 0xdc00u);
  assert((code & 0x3ffu) == (low & 0x3ffu) && code >> 10 == (unsigned)high - 0xd800u + 0x40u);
  return 0;
}
