// expect: unsafe unreach-call
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n / 2); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(depth(n) != 6); // fails here
  return 0;
}
