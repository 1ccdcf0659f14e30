// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int step(int x) {
  if (__VERIFIER_nondet_int()) x += 1;
  else x -= 1;
  return x;
}

// Whoever forgets the caller proves the second use with the interpolant of the first.
int main(void) {
  int x = 0, y = 0;
  for (int i = 0; i < 6; i++) x = step(x);
  assert(x >= -6 && x <= 6);
  for (int i = 0; i < 6; i++) y = step(y);
  assert(y < 6);
  return 0;
}
