// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[8], max;
  for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (int i = 1; i < 8; i++)
    if (a[i] > max) max = a[i];
  assert(max >= a[0] && max >= a[7]);
  return 0;
}
