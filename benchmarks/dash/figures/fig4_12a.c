// expect: unsafe
// Figure 4.12a: recursion on a constant.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fib(int i) {
  if (i == 0) return 0;
  if (i <= 2) return 1;
  return fib(i - 1) + fib(i - 2);
}

static void bound(int x) {
  int f = fib(3);
  if (f == x) reach_error();
}

int main(void) {
  bound(__VERIFIER_nondet_int());
  return 0;
}
