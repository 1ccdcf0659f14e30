// expect: fails iff a minor number of 100 or more turns the order
// inputs: unsigned char major1, unsigned char minor1, unsigned char major2, unsigned char minor2
// truth: (major1 * 100 + minor1 < major2 * 100 + minor2) != (major1 < major2 || (major1 == major2 && minor1 < minor2))
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int packed(int major, int minor) { return major * 100 + minor; }

int main(void) {
  unsigned char major1 = __VERIFIER_nondet_uchar();
  unsigned char minor1 = __VERIFIER_nondet_uchar();
  unsigned char major2 = __VERIFIER_nondet_uchar();
  unsigned char minor2 = __VERIFIER_nondet_uchar();
  int older = packed(major1, minor1) < packed(major2, minor2);
  assert(older == (major1 < major2 || (major1 == major2 && minor1 < minor2)));
  return 0;
}
