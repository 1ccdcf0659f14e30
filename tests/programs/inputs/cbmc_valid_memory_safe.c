// expect: safe
// options: --property unreach-call,valid-deref
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  char bytes[8], *some = malloc(4), *gone = malloc(4);
  unsigned i = nondet_uint(), n = nondet_uint();
  free(gone);
  __CPROVER_assert(!__CPROVER_r_ok((char *)0, 1), "null");
  __CPROVER_assert(!__CPROVER_r_ok(gone, 1), "freed");
  __CPROVER_assert(__CPROVER_rw_ok(some, 4) && !__CPROVER_rw_ok(some, 5), "heap");
  __CPROVER_assert(__CPROVER_r_ok("abc", 4) && !__CPROVER_w_ok("abc", 4), "a constant");
  if (i < 9 && n && __CPROVER_w_ok(bytes + i, n)) {
    __CPROVER_assert(i + n <= 8, "in bounds");
    bytes[i + n - 1] = 1;
  }
  char *either = i & 1 ? bytes : some;
  if (__CPROVER_w_ok(either, 8)) {
    __CPROVER_assert(i & 1, "the larger one");
    either[7] = 1;
  }
  free(some);
  return 0;
}
