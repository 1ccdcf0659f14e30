// expect: unsafe assert
// options: --data-model LP64 --property assert
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  assert(sizeof(long) == 8 && sizeof(void *) == 8);
  assert(x <= 2147483647L); // fails here
  return 0;
}
