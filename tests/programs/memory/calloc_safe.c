// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  long *a = calloc(10, sizeof *a);
  unsigned i = __VERIFIER_nondet_uint() % 10;
  assert(a[i] == 0);
  a[i] = 3;
  assert(a[(i + 1) % 10] == 0);
  free(a);
  return 0;
}
