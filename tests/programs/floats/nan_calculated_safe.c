// expect: safe
#include <string.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
static unsigned bits(float f) {
  unsigned i;
  memcpy(&i, &f, 4);
  return i;
}
int main(void) {
  float x = __VERIFIER_nondet_float();
  float q = x + 1;
  if (q != q && (bits(q) & 0x7f800000u) != 0x7f800000u) reach_error();
  if (q != q && !(bits(q) & 0x7fffffu)) reach_error();
  if (x == x && (float)(double)x != x) reach_error();
  return 0;
}
