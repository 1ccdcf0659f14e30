// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int step(int x) {
  if (__VERIFIER_nondet_int()) x += 1;
  else x -= 1;
  return x;
}

// The first caller needs |x| <= 10, the second |y| <= 20: what is learnt inside step() differs by caller.
int main(void) {
  int x = 0, y = 10;
  for (int i = 0; i < 10; i++) x = step(x);
  assert(x >= -10 && x <= 10);
  for (int i = 0; i < 10; i++) y = step(y);
  assert(y >= 0 && y <= 20);
  return 0;
}
