// expect: safe
#include <string.h>
extern void reach_error(void);
float global = __builtin_nanf("0x1234");
const float constant = -__builtin_nanf("7");
static unsigned bits(float f) {
  unsigned i;
  memcpy(&i, &f, 4);
  return i;
}
int main(void) {
  if (bits(global) != 0x7fc01234u || bits(constant) != 0xffc00007u) reach_error();
  float a[2] = {1, __builtin_nansf("9")};
  if (bits(a[1]) != 0x7f800009u) reach_error();
  return 0;
}
