// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = n;
  for (unsigned i = 0; i < n; i++) x += 3;
  for (unsigned i = 0; i < n; i++) x -= 3;
  assert(x == 0);
}
