// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int low = 0, high = 10, steps = 0;
  int limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 1000000) return 0;
  while (steps < limit) {
    if (__VERIFIER_nondet_int()) low = low < high ? low + 1 : low;
    else if (high - low < 50) high = high + 2;
    steps++;
  }
  assert(low <= high && high - low <= 50);
  return 0;
}
