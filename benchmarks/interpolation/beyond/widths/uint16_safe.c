// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// From the middle, twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  unsigned short x = (unsigned short)(12 * (unsigned short)2600);
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) x = (unsigned short)(x + 2600);
    else x = (unsigned short)(x - 2600);
  }
  assert(x <= 24 * (unsigned short)2600);
  return 0;
}
