// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 2, kept = x;
  __asm__ volatile("" : "+r"(x), "+r"(y));
  __asm__ volatile("" : "+m"(y) : "r"(x));
  assert(x == kept && y == 2);
  return 0;
}
