// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += x < 10 ? 2 : 3;
  assert(x % 2 == 0);
  return 0;
}
