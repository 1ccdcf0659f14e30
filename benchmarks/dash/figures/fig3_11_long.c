// expect: unsafe
// Figure 3.11 with 1000 rounds, as section 3.8.6 changes it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void test(int a) {
  int i = 0;
  while (i < 1000) i++;
  if (a == 1) reach_error();
}

int main(void) {
  test(__VERIFIER_nondet_int());
  return 0;
}
