// expect: unsafe def-behavior
// options: --property def-behavior
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[4] = {0}, *p = __VERIFIER_nondet_int() ? a : 0;
  memset(p, 0, p ? 4 : 0);  // fails here
  return 0;
}
