// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int search(int low, int high) {
  assert(low < high);
  if (high - low == 1) return low;
  int middle = low + (high - low) / 2;
  return __VERIFIER_nondet_int() ? search(low, middle) : search(middle + 1, high);
}

int main(void) {
  search(0, 1000000);
  return 0;
}
