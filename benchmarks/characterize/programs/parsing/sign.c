// expect: fails iff the sign is '-' and the magnitude is 129 to 255
// inputs: unsigned char sign, unsigned char magnitude
// truth: sign == '-' && magnitude > 128
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char sign = __VERIFIER_nondet_uchar();
  unsigned char magnitude = __VERIFIER_nondet_uchar();
  signed char value;
  if (sign == '-')
    value = (signed char)-magnitude;
  else if (magnitude > 127)
    return 1;
  else
    value = (signed char)magnitude;
  assert(sign == '-' ? value <= 0 : value >= 0);
  return 0;
}
