// expect: unsafe
// options: --bound 8
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// A state met late, with few rounds left, is safe within the bound; the same state met early is not.
int main(void) {
  int armed = 0, steps = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) armed = 1;
    if (armed) steps++;
    else steps = 0;
    assert(steps < 8);
  }
  return 0;
}
