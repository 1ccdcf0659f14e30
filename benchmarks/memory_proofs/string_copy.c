// expect: safe
// options: --property valid-memsafety
#include "common.h"
static char *copy(char *to, const char *from) {
  char *d = to;
  while ((*d++ = *from++) != '\0') ;
  return to;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *from = alloca(n), *to = alloca(n);
  from[n - 1] = '\0';
  copy(to, from);
  return 0;
}
