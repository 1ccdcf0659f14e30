// expect: safe
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct s { char c; float f; };
float stored;
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
  struct s s = {1, made(i)}, t = s;
  float a[3] = {1, 2, 3}, *p = a;
  a[1] = same(t.f);
  stored = p[1];
  float x = i & 1 ? stored : made(i);
  if (bits(x) != i) reach_error();
  if (bits(-x) != (i ^ 0x80000000u)) reach_error();
  return 0;
}
