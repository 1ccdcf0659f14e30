// expect: safe
// options: --property valid-memsafety
#include "common.h"
static int compare(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *(unsigned char *)a - *(unsigned char *)b;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  if (m < 1) m = 1;
  char *a = alloca(n), *b = alloca(m);
  a[n - 1] = 0;
  b[m - 1] = 0;
  return compare(a, b);
}
