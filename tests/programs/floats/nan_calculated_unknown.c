// expect: unknown violation not confirmed
#include <string.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
// which NaN that is, a machine or a compiler decides
static unsigned bits(float f) {
  unsigned i;
  memcpy(&i, &f, 4);
  return i;
}
int main(void) {
  float z = __VERIFIER_nondet_float();
  if (z == 0) {
    float q = z / z;
    if (bits(q) == 0x7fc12345u) reach_error();
  }
  return 0;
}
