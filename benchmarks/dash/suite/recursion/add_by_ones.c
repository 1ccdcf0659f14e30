// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int add(int a, int b) {
  if (b <= 0) return a;
  return add(a + 1, b - 1);
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b >= 0);
  if (!(add(a, b) == a + b)) reach_error();
  return 0;
}
