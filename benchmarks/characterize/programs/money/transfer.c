// expect: fails iff the amount is negative, or the balance that receives it wraps around
// inputs: int from, int to, int amount
// truth: from >= 0 && to >= 0 && from >= amount &&
// truth: ((int)((unsigned)from - (unsigned)amount) < 0 || (int)((unsigned)to + (unsigned)amount) < to)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  int amount = __VERIFIER_nondet_int();
  __VERIFIER_assume(from >= 0 && to >= 0);
  if (from < amount) return 1;
  int left = from - amount;
  int got = to + amount;
  assert(left >= 0);
  assert(got >= to);
  return 0;
}
