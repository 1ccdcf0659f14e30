// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Whether y matters depends on a test of x that comes much later.
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, z = 0;
  if (x > 10) y = 1;
  for (int i = 0; i < 12; i++)
    if (__VERIFIER_nondet_int()) z++;
  if (x > 20) assert(y == 1 && z <= 12);
  return 0;
}
