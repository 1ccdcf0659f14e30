// expect: unsafe valid-free
// options: --property valid-free
// Only the object's life differs between the two sides of the join.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  int x = 0;
  if (__VERIFIER_nondet_int() > 3)
    x = 1;
  else
    free(p);
  if (x > 5) x = 0;
  free(p);
  return x;
}
