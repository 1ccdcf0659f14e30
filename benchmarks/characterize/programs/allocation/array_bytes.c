// expect: fails iff the product wraps around to less than the number of elements
// inputs: unsigned count, unsigned size
// truth: size > 0 && size <= 64 && count * size < count
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  unsigned size = __VERIFIER_nondet_uint();
  __VERIFIER_assume(size > 0 && size <= 64);
  unsigned bytes = count * size; /* what malloc gets on a machine of 32 bits */
  assert(bytes >= count);
  return 0;
}
