// expect: safe
// Figure 4.12b: recursion on an unknown argument never bottoms out in the thesis.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fib(int i) {
  if (i == 0) return 0;
  if (i <= 2) return 1;
  return fib(i - 1) + fib(i - 2);
}

static void free_argument(int x) {
  int f = fib(x);
  if (f == 1)
    if (x == 0) reach_error();
}

int main(void) {
  free_argument(__VERIFIER_nondet_int());
  return 0;
}
