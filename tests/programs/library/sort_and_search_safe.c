// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  int wanted = a[1];
  qsort(a, 3, sizeof *a, order);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  int *found = bsearch(&wanted, a, 3, sizeof *a, order);
  assert(found && *found == wanted);
  return 0;
}
