// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n > 6 || i >= 6)
    return 0;
  memcpy(to, from, n);
  assert(to[i] == (i < n ? from[i] : 0));
  return 0;
}
