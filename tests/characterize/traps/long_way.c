// expect: fails iff n is at least 1000, after a long way
// bounds: any
// inputs: unsigned short n
// truth: n >= 1000
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += 2;
  assert(sum < 2000);
  return 0;
}
