// expect: fails iff 0 + 1 + … + (n - 1) wraps around to a negative int
// inputs: int n
// hard: a loop as long as an input of 32 bits, whose result is a square
// truth: n > 0 && (int)(unsigned)((unsigned long long)n * (n - 1ull) / 2) < 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i;
  assert(sum >= 0);
  return 0;
}
