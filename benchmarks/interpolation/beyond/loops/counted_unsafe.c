// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), i;
  for (i = 0; i < 1000000; i++) {
  }
  assert(x != i);
  return 0;
}
