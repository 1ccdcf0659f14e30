// expect: fails iff x is zero
// inputs: unsigned x
// truth: x == 0
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int power_of_two(unsigned x) { return (x & (x - 1u)) == 0; }

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int bits = 0;
  for (unsigned rest = x; rest != 0 && bits < 2; rest &= rest - 1u)
    bits++;
  assert(power_of_two(x) == (bits == 1));
  return 0;
}
