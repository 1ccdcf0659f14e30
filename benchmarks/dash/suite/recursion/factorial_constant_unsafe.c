// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == factorial(5) && x == 120) reach_error();
  return 0;
}
