// expect: fails iff the four-bit sums that meet in the last step are not counted apart
// inputs: unsigned short word
// truth: ({ unsigned x = word; x = x - (x >> 1 & 0x5555); x = (x & 0x3333) + (x >> 2 & 0x3333); x = (x + (x >> 4)) & 0x0707;
// truth: (x + (x >> 8) & 31) != __builtin_popcount(word); })
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned popcount(unsigned x) {
  x = x - (x >> 1 & 0x5555u);
  x = (x & 0x3333u) + (x >> 2 & 0x3333u);
  x = (x + (x >> 4)) & 0x0707u; /* 0x0f0f: a byte has up to eight bits */
  return (x + (x >> 8)) & 31u;
}

int main(void) {
  unsigned short word = __VERIFIER_nondet_ushort();
  unsigned counted = 0;
  for (int i = 0; i < 16; i++)
    counted += word >> i & 1u;
  assert(popcount(word) == counted);
  return 0;
}
