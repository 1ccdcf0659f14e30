// expect: fails iff the sum of n dimes, added one by one, is not n times a dime
// inputs: unsigned char n
// truth: ({ float t = 0; for (int i = 0; i < n; i++) t += 0.1f; n <= 20 && t != n * 0.1f; })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 20) return 1;
  float total = 0.0f;
  for (int i = 0; i < n; i++)
    total += 0.1f;
  float product = n * 0.1f;
  assert(total == product);
  return 0;
}
