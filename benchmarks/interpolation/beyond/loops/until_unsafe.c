// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  while (x < n) x++;
  assert(x == n);
  return 0;
}
