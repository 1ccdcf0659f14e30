// expect: safe
// options: --bound 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// The walk ends at 100; ten rounds do not get there.
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x++;
    else x--;
    assert(x >= -100 && x <= 100);
    if (x == 100 || x == -100) return 0;
  }
  return 0;
}
