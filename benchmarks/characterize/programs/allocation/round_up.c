// expect: fails iff the size is over 2^32 - 8, so that rounding up to a multiple of 8 wraps to zero
// inputs: unsigned size
// truth: size > 0xfffffff8u
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned aligned(unsigned size) { return (size + 7u) & ~7u; }

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  unsigned bytes = aligned(size);
  assert(bytes % 8u == 0);
  assert(bytes >= size);
  return 0;
}
