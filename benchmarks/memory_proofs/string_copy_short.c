// expect: unsafe valid-deref
// options: --property valid-memsafety
#include "common.h"
static char *copy(char *to, const char *from) {
  char *d = to;
  while ((*d++ = *from++) != '\0') ;
  return to;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2) n = 2;
  char *from = alloca(n), *to = alloca(n - 1);
  from[n - 1] = '\0';
  copy(to, from);
  return 0;
}
