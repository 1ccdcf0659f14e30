// expect: unsafe unreach-call
// options: --data-model ILP32
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
// x87, which carries results on i386, makes a signalling NaN quiet
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
  if (bits(made(i)) != i) reach_error(); // fails here
  return 0;
}
