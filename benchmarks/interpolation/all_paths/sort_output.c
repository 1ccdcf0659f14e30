// expect: safe
#ifndef N
#define N 6
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Sorting keeps the sum: each path permutes the same unknowns in another way, and all of them are in the assertion.
int main(void) {
  unsigned a[N], before = 0, after = 0;
  for (int i = 0; i < N; i++) before += a[i] = (unsigned)__VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        unsigned t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i < N; i++) after += a[i];
  assert(before == after);
  return 0;
}
