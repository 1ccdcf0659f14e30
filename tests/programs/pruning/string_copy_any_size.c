// expect: safe
// options: --property valid-memsafety --engine interpolate
// the copy is as large as the original
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  char *a = alloca(n), *b = alloca(n);
  a[n - 1] = 0;
  char *p = a, *q = b;
  while (*p) {
    *q = *p;
    p++;
    q++;
  }
  *q = 0;
  return 0;
}
