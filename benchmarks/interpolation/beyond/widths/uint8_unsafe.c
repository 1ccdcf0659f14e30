// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// From the middle, twelve steps stay in the type's range; a thirteenth wraps around.
int main(void) {
  unsigned char x = (unsigned char)(12 * (unsigned char)10);
  for (int i = 0; i < 13; i++) {
    if (__VERIFIER_nondet_int()) x = (unsigned char)(x + 10);
    else x = (unsigned char)(x - 10);
  }
  assert(x <= 24 * (unsigned char)10);
  return 0;
}
