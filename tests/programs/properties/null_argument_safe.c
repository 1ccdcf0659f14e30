// expect: safe
// options: --property def-behavior
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[4] = {0}, *p = __VERIFIER_nondet_int() ? a : a + 1;
  memset(p, 0, 3);
  return 0;
}
