// expect: safe
// options: --bound 20
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// No execution needs more rounds than the bound allows: the answer is a real safe.
int main(void) {
  int x = 0;
  for (int i = 0; i < 16; i++) {
    if (__VERIFIER_nondet_int()) x++;
    else x--;
  }
  assert(x >= -16 && x <= 16);
  return 0;
}
