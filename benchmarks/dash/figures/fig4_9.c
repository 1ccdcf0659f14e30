// expect: safe
// Figure 4.9: the refinement over the call must be suitable, or it repeats itself.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int abs_of(int z) {
  if (z < 0) return -z;
  return z;
}

static void test(int k) {
  int a = abs_of(k);
  if (a < 0)
    if (a != -2147483647 - 1) reach_error();
}

int main(void) {
  test(__VERIFIER_nondet_int());
  return 0;
}
