// expect: unsafe unreach-call
#include <string.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
// x86 makes a negative NaN
static unsigned bits(float f) {
  unsigned i;
  memcpy(&i, &f, 4);
  return i;
}
int main(void) {
  float z = __VERIFIER_nondet_float();
  if (z == 0) {
    float q = z / z;
    if (bits(q) != 0x7fc00000u) reach_error(); // fails here
  }
  return 0;
}
