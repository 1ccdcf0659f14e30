// expect: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int cell[4] = {0, 0, 0, 0};
  unsigned i = __VERIFIER_nondet_uint() & 3, j = __VERIFIER_nondet_uint() & 3;
  cell[i] = 5;
  cell[j] = 6;
  assert(cell[i] == 5);
  return 0;
}
