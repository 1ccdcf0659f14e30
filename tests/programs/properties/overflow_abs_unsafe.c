// expect: unsafe no-overflow
// options: --property no-overflow
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long (*magnitude)(long) = labs;
  return magnitude(__VERIFIER_nondet_long()) == 3;
}
