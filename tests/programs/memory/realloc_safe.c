// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(2 * sizeof *a);
  a[0] = __VERIFIER_nondet_int();
  a[1] = 4;
  int first = a[0];
  a = realloc(a, 10 * sizeof *a);
  a[9] = 1;
  assert(a[0] == first && a[1] == 4);
  a = realloc(a, sizeof *a);
  assert(a[0] == first);
  free(a);
  return 0;
}
