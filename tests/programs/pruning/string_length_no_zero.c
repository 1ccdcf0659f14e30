// expect: unsafe valid-deref
// options: --property valid-memsafety
// one of the strings has no zero
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned long length(const char *s) {
  const char *p = s;
  while (*p != '\0') // fails here
    p++;
  return p - s;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  if (m < 1)
    m = 1;
  char *a = alloca(n), *b = alloca(m);
  a[n - 1] = 0;
  b[m - 1] = 1;
  return (int)(length(a) + length(b));
}
