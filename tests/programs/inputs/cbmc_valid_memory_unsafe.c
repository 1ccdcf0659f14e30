// expect: unsafe unreach-call
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned i = nondet_uint();
  if (i > 20) return 0;
  char *some = malloc(10);
  if (i == 3) free(some);
  if (i != 3 && __CPROVER_r_ok(some + i, 4) && !__CPROVER_w_ok(some + i, 5))
    __CPROVER_assert(0, "found"); // fails here
  return 0;
}
