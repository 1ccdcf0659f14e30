// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i, x = 0;
  for (i = 0; i < 1000000; i++) {
    if (__VERIFIER_nondet_int()) x = 1;
    else x = 2;
  }
  assert(i == 1000000 && (x == 1 || x == 2));
  return 0;
}
