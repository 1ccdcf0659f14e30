// expect: fails iff the sum of balance and deposit does not fit an int
// inputs: int balance, int deposit
// truth: balance >= 0 && deposit >= 0 && (long long)balance + deposit > 2147483647LL
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int deposited(int balance, int deposit) { return balance + deposit; }

int main(void) {
  int balance = __VERIFIER_nondet_int();
  int deposit = __VERIFIER_nondet_int();
  __VERIFIER_assume(balance >= 0 && deposit >= 0);
  int after = deposited(balance, deposit);
  assert(after >= balance);
  assert(deposit < 1000 || after > balance); /* what is over the fee arrives */
  return 0;
}
