// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 5;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_int()) x -= 7;
    else x += 7;
  }
  assert(x <= 47);
  return 0;
}
