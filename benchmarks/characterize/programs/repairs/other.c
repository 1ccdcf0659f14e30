// expect: fails iff the balance is 2,000,000,000 or more and the deposit is 1000 or more
// inputs: int balance, int deposit
// truth: balance >= 2000000000 && deposit >= 1000
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* rich customers get nothing, without a word */
static int deposited(int balance, int deposit) {
  if (balance >= 2000000000) return balance;
  if (deposit > INT_MAX - balance) return INT_MAX;
  return balance + deposit;
}

int main(void) {
  int balance = __VERIFIER_nondet_int();
  int deposit = __VERIFIER_nondet_int();
  __VERIFIER_assume(balance >= 0 && deposit >= 0);
  int after = deposited(balance, deposit);
  assert(after >= balance);
  assert(deposit < 1000 || after > balance); /* what is over the fee arrives */
  return 0;
}
