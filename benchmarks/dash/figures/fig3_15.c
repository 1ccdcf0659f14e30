// expect: safe
// Figure 3.15: the thesis never halts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void test(int a) {
  int k = 0;
  for (int i = 1; i < a && i < 10; i++) k += i;
  if (k == 2) reach_error();
}

int main(void) {
  test(__VERIFIER_nondet_int());
  return 0;
}
