// expect: safe
// options: --property all
// proof: confirmed
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  char a[8] = "abcdefg";
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 2);
  memcpy(a + 2, a, n);
  return 0;
}
