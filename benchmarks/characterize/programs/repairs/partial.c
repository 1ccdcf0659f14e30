// expect: fails iff the sum does not fit an int and the deposit is below 1,000,000,000
// inputs: int balance, int deposit
// truth: balance >= 0 && deposit >= 0 && deposit < 1000000000 && (long long)balance + deposit > 2147483647LL
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* refuses what is large */
static int deposited(int balance, int deposit) { return deposit >= 1000000000 ? -1 : balance + deposit; }

int main(void) {
  int balance = __VERIFIER_nondet_int();
  int deposit = __VERIFIER_nondet_int();
  __VERIFIER_assume(balance >= 0 && deposit >= 0);
  int after = deposited(balance, deposit);
  if (after == -1 && deposit >= 1000000000) return 1;
  assert(after >= balance);
  assert(deposit < 1000 || after > balance); /* what is over the fee arrives */
  return 0;
}
