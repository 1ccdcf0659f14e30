// expect: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct account {
  unsigned balance, limit;
};

static int withdraw(struct account *a, unsigned amount) {
  if (a->balance - amount > a->limit) return 0;
  a->balance -= amount;
  return 1;
}

int main(void) {
  struct account a = {100, 200};
  unsigned amount = __VERIFIER_nondet_uint();
  if (withdraw(&a, amount)) if (!(amount <= 100)) reach_error();
  if (!(a.balance <= 200)) reach_error();
  return 0;
}
