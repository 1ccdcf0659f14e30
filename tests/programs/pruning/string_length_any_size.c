// expect: safe
// options: --property valid-memsafety --engine interpolate
// two strings in buffers of any size, each with its zero at the end
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned long length(const char *s) {
  const char *p = s;
  while (*p != '\0')
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
  b[m - 1] = 0;
  return (int)(length(a) + length(b));
}
