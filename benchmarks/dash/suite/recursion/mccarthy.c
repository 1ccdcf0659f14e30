// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int m(int n) {
  if (n > 100) return n - 10;
  return m(m(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 95 && n <= 101);
  if (!(m(n) == 91)) reach_error();
  return 0;
}
