// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  short a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  short *p = a + __VERIFIER_nondet_uchar() % 8, *end = a + 8;
  ptrdiff_t left = end - p;
  assert(left >= 1 && left <= 8);
  assert(p[left - 1] == 7);
  assert((char *)p - (char *)a == 2 * *p);
  return 0;
}
