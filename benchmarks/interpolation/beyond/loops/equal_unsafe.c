// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x++;
    if (x != 6) y++;
  }
  assert(x == y);
  return 0;
}
