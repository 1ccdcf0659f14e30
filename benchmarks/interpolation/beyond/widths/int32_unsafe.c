// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  int x = 0;
  for (int i = 0; i < 13; i++) {
    if (__VERIFIER_nondet_int()) x = (int)(x + 170000000);
    else x = (int)(x - 170000000);
  }
  assert(x <= 12 * (int)170000000 && x >= -12 * (int)170000000);
  return 0;
}
