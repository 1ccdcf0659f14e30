// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, z = 0;
  if (x > 10) y = 1;
  for (int i = 0; i < 6; i++)
    if (__VERIFIER_nondet_int()) z++;
  if (x > 9) assert(y == 1 || z < 6);
  return 0;
}
