// expect: safe
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, __VERIFIER_nondet_int()};
  uintptr_t n = (uintptr_t)&a[1];
  int *p = (int *)(n + 2 * sizeof *p);
  assert(*p == a[3]);
  int *copy;
  memcpy(&copy, &p, sizeof p);
  *copy = 9;
  assert(a[3] == 9);
  assert((n & 3) == 0);
  return 0;
}
