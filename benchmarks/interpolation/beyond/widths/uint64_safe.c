// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// From the middle, twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  unsigned long x = (unsigned long)(12 * (unsigned long)720000000000000000);
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) x = (unsigned long)(x + 720000000000000000);
    else x = (unsigned long)(x - 720000000000000000);
  }
  assert(x <= 24 * (unsigned long)720000000000000000);
  return 0;
}
