// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// From the middle, twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  unsigned x = (unsigned)(12 * (unsigned)170000000);
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) x = (unsigned)(x + 170000000);
    else x = (unsigned)(x - 170000000);
  }
  assert(x <= 24 * (unsigned)170000000);
  return 0;
}
