// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[6], max;
  for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (int i = 1; i < 6; i++)
    if (a[i] > max) max = a[i];
  assert(max != a[3] || max == a[5] || a[3] != 17);
  return 0;
}
