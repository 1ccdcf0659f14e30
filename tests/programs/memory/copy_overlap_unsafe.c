// expect: unsafe def-behavior
// options: --property def-behavior
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[16] = "text";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  memcpy(a + 4, a, n);  // fails here
  return 0;
}
