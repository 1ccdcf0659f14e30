// expect: safe
#ifndef N
#define N 6
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Exchanges chosen by inputs: every path leaves another permutation, and the assertion looks at all of it.
int main(void) {
  int p[N];
  unsigned hash = 0;
  for (int i = 0; i < N; i++) p[i] = i;
  for (int i = 0; i < N - 1; i++) {
    int with = __VERIFIER_nondet_int(), k;
    for (k = i; k < N - 1; k++)
      if (with == k) break;
    int t = p[i];
    p[i] = p[k];
    p[k] = t;
  }
  for (int i = 0; i < N; i++) hash = hash * 31 + (unsigned)p[i];
  assert(hash % 1000003 != 999983);
  return 0;
}
