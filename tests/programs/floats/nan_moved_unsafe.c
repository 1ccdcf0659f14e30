// expect: unsafe unreach-call
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
static float same(float f) { return f; }
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  float x = same(made(i));
  if (x != x && bits(x) == 0xff812345u) reach_error(); // fails here
  return 0;
}
