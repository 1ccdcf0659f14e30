// expect: fails iff low <= high and the sum wraps around
// inputs: unsigned low, unsigned high
// truth: low <= high && (unsigned long long)low + high > 0xffffffffull
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned low = __VERIFIER_nondet_uint();
  unsigned high = __VERIFIER_nondet_uint();
  if (low > high) return 1;
  unsigned middle = (low + high) / 2;
  assert(middle >= low);
  assert(middle <= high);
  return 0;
}
