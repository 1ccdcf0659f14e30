// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Unsigned numbers wrap on the way and come back.
int main(void) {
  unsigned x = 5;
  for (int i = 0; i < 16; i++) {
    if (__VERIFIER_nondet_int()) x -= 7;
    else x += 7;
  }
  assert(x + 107 <= 224);
  return 0;
}
