// expect: fails never
// inputs: int balance, int deposit
// truth: 0
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* refuses what does not fit */
static int deposited(int balance, int deposit) { return deposit > INT_MAX - balance ? -1 : balance + deposit; }

int main(void) {
  int balance = __VERIFIER_nondet_int();
  int deposit = __VERIFIER_nondet_int();
  __VERIFIER_assume(balance >= 0 && deposit >= 0);
  int after = deposited(balance, deposit);
  if (after < 0) return 1;
  assert(after >= balance);
  assert(deposit < 1000 || after > balance); /* what is over the fee arrives */
  return 0;
}
