// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  signed char x = 0;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) x = (signed char)(x + 10);
    else x = (signed char)(x - 10);
  }
  assert(x <= 12 * (signed char)10 && x >= -12 * (signed char)10);
  return 0;
}
