// expect: safe
// options: --property def-behavior
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[16] = "text";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  memcpy(a + 4, a, n);
  return 0;
}
