// expect: fails iff the place is the size of the block, which is one to eight bytes
// options: --property valid-deref
// inputs: unsigned char size, unsigned char place
// native: no
// truth: size >= 1 && size <= 8 && place == size
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char size = __VERIFIER_nondet_uchar();
  unsigned char place = __VERIFIER_nondet_uchar();
  if (size < 1 || size > 8 || place > size) return 1;
  char *block = malloc(size);
  if (block == 0) return 2;
  block[place] = 0;
  free(block);
  return 0;
}
