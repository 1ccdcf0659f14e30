// expect: safe
// options: --property valid-memsafety,assert
#include <alloca.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5 + 1;
  int *a = alloca(n * sizeof *a), sum = 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = 2;
  for (unsigned i = 0; i < n; i++)
    sum += a[i];
  assert(sum == 2 * (int)n);
  return 0;
}
