// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[16] = {0};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 16 || j >= 16)
    return 0;
  a[i] = 5;
  a[j] += 2;
  assert(a[i] == (i == j ? 7 : 5));
  assert(i == j || a[j] == 2);
  return 0;
}
