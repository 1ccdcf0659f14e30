// expect: safe
// options: --data-model ILP32
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8);
  assert(x <= 2147483647L);
  return 0;
}
