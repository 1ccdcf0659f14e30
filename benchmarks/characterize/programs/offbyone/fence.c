// expect: fails iff the spacing is not zero and does not divide the length
// inputs: unsigned char length, unsigned char spacing
// truth: spacing != 0 && length % spacing != 0
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char length = __VERIFIER_nondet_uchar();
  unsigned char spacing = __VERIFIER_nondet_uchar();
  if (spacing == 0) return 1;
  int fields = length / spacing;
  assert(fields * spacing >= length); /* the last field is forgotten */
  return 0;
}
