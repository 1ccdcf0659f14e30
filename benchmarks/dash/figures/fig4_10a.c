// expect: unsafe
// Figure 4.10a: y is not an argument of the call, and decides whether it is reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int abs_of(int a) {
  if (a < 0) return -a;
  return a;
}

static void testabs(int x, int y) {
  if (y != 0) {
    x = abs_of(x);
    if (x < 0) reach_error();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  testabs(x, y);
  return 0;
}
