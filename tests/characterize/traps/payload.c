// expect: fails for x not a number, or with y where the machine's choice of a payload decides
// bounds: any
// inputs: float x, unsigned char y
#include <assert.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  unsigned char y = __VERIFIER_nondet_uchar();
  float z = x / 0.0f * 0.0f;
  unsigned bits;
  memcpy(&bits, &z, 4);
  assert(y != 7);
  if (y == 8) assert(bits >> 31);
  return 0;
}
