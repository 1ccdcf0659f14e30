// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), up = 0, left = n;
  while (left > 0) {
    left--;
    up++;
  }
  assert(up == n);
  return 0;
}
