// expect: safe
// Figure 4.1: both procedures have an x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int i, int x) {
  int s = i + x;
  return s;
}

static void test(int x, int y) {
  if (x > 0) {
    y = 4;
    int q = sum(x, y);
    if (q == 5)
      if (x == 2) reach_error();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  test(x, y);
  return 0;
}
