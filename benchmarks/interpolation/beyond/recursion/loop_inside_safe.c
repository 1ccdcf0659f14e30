// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

// Each call has a loop, and each round of it may call.
static unsigned walk(unsigned left) {
  unsigned steps = 0;
  for (unsigned i = 0; i < left; i++)
    if (__VERIFIER_nondet_uint()) steps = walk(left - 1 - i);
  return steps < 50 ? steps + 1 : 50;
}

int main(void) {
  unsigned r = walk(__VERIFIER_nondet_uint());
  assert(r >= 1 && r <= 50);
  return 0;
}
