// expect: unsafe
// options: --bound 6
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x++;
    else x--;
    assert(x < 5);
  }
  return 0;
}
