// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  short x = 0;
  for (int i = 0; i < 13; i++) {
    if (__VERIFIER_nondet_int()) x = (short)(x + 2600);
    else x = (short)(x - 2600);
  }
  assert(x <= 12 * (short)2600 && x >= -12 * (short)2600);
  return 0;
}
