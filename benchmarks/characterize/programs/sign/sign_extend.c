// expect: fails iff bits 10 and 11 of the word differ
// inputs: unsigned short word
// truth: (word >> 10 & 1) != (word >> 11 & 1)
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

/* the low twelve bits of an instruction, a signed number */
static int immediate(unsigned short word) {
  int value = word & 0xfff;
  if (value & 0x400) value -= 0x1000; /* 0x800 */
  return value;
}

int main(void) {
  unsigned short word = __VERIFIER_nondet_ushort();
  int value = immediate(word);
  assert(value >= -2048 && value <= 2047);
  assert((value < 0) == ((word & 0x800) != 0));
  return 0;
}
