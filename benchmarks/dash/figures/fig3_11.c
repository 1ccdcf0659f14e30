// expect: unsafe
// Figure 3.11: the trace goes through the loop, the abstract path does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void test(int a) {
  int i = 0;
  while (i < 1) i++;
  if (a == 1) reach_error();
}

int main(void) {
  test(__VERIFIER_nondet_int());
  return 0;
}
