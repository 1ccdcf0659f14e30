// expect: safe
// Figure 4.10b: the path condition belongs into the input constraint.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int abs_of(int a) {
  if (a < 0) return -a;
  return a;
}

static void testabs2(int x) {
  if (x != -2147483647 - 1) {
    x = abs_of(x);
    if (x < 0) reach_error();
  }
}

int main(void) {
  testabs2(__VERIFIER_nondet_int());
  return 0;
}
