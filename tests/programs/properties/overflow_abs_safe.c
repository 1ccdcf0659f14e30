// expect: safe
// options: --property no-overflow
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x == INT_MIN ? labs(x) == 3 : abs(x) == 3;
}
