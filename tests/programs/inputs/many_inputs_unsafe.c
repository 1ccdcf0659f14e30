// expect: unsafe unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 40; i++) {
    int x = __VERIFIER_nondet_int();
    if (x != i)
      return 0;
    sum += x;
  }
  if (sum == 780)
    reach_error(); // fails here
  return 0;
}
