// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  long x = 0;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) x = (long)(x + 720000000000000000);
    else x = (long)(x - 720000000000000000);
  }
  assert(x <= 12 * (long)720000000000000000 && x >= -12 * (long)720000000000000000);
  return 0;
}
