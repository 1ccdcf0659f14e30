// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int x = 0;
  while (x < 1000000 && __VERIFIER_nondet_int()) x += 3;
  assert(x % 3 == 0 && x != 2997);
}
