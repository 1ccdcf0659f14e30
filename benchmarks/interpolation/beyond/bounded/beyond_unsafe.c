// expect: unsafe
// options: --bound 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// The violation needs seven rounds: with a bound of four the only true answer is unknown.
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x++;
    else x--;
    assert(x < 7);
  }
  return 0;
}
