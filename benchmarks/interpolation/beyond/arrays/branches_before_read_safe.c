// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static const int step[5] = {1, 2, 3, 2, 1};

// The index is known on each path, but differs from path to path.
int main(void) {
  int at = 2, sum = 0;
  for (int i = 0; i < 14; i++) {
    if (__VERIFIER_nondet_int()) at = at < 4 ? at + 1 : 4;
    else at = at > 0 ? at - 1 : 0;
    sum += step[at];
  }
  assert(sum <= 42 && sum >= 14);
  return 0;
}
