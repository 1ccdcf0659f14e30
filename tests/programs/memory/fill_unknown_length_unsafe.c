// expect: unsafe valid-deref
// options: --property valid-deref
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned size = __VERIFIER_nondet_uint(), more = __VERIFIER_nondet_uint(), where = __VERIFIER_nondet_uint();
  if (size > 4 || more > 4)
    return 0;
  unsigned char *block = calloc(size + more + 1, 1);
  if (!block)
    return 0;
  memset(block + size, 7, more + 2);
  if (where < size)
    assert(block[where] == 0);
  else if (where < size + more)
    assert(block[where] == 7);
  free(block);
  return 0;
}
