// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int odd(int n);
static int even(int n) {
  if (n == 0) return 1;
  return odd(n - 1);
}
static int odd(int n) {
  if (n == 0) return 0;
  return even(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 8);
  if (even(n) && n % 4 == 2) reach_error();
  return 0;
}
