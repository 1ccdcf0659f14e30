// expect: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 7)
    abort();
  return 0;
}
