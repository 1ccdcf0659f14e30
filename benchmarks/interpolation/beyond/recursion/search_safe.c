// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Binary search for an unknown boundary.
static int search(int low, int high) {
  assert(low >= 0 && high <= 1000000 && low < high);
  if (high - low == 1) return low;
  int middle = low + (high - low) / 2;
  return __VERIFIER_nondet_int() ? search(low, middle) : search(middle, high);
}

int main(void) {
  int at = search(0, 1000000);
  assert(at >= 0 && at < 1000000);
  return 0;
}
