// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int x = 0, y = 0, z = 0;
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0: y += 1; x += 2; break;
    case 1: z += 1; x += 1; break;
    default: y -= 3; z += 5; x -= 2;
    }
  }
  assert(x == 2 * y + z);
  return 0;
}
