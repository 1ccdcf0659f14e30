// expect: fails iff items + size - 1 wraps around
// inputs: unsigned items, unsigned size
// hard: a division by an input of 32 bits
// truth: size >= 1 && size <= 4096 && (items + size - 1) / size * size < items
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned items = __VERIFIER_nondet_uint();
  unsigned size = __VERIFIER_nondet_uint();
  __VERIFIER_assume(size >= 1 && size <= 4096);
  unsigned pages = (items + size - 1) / size;
  assert(pages * size >= items);
  return 0;
}
