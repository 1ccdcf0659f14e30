// expect: safe
#ifndef N
#define N 12
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// A hash of all branches: every path ends with another value, and all of them matter.
int main(void) {
  unsigned h = 2166136261u;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int()) h = (h ^ 0x5b) * 16777619u;
    else h = (h ^ 0xa7) * 16777619u;
  }
  assert((h ^ h >> 16) * 2654435761u != 12345u);
  return 0;
}
