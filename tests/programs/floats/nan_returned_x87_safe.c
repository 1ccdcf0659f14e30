// expect: safe
// options: --data-model ILP32
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned bits(float f) {
  unsigned i;
  memcpy(&i, &f, 4);
  return i;
}
static float made(unsigned i) {
  float f;
  memcpy(&f, &i, 4);
  return f;
}
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if ((bits(made(i)) | 0x400000) != (i | 0x400000)) reach_error();
  return 0;
}
