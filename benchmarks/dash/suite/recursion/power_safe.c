// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static unsigned power(unsigned b, unsigned e) {
  if (e == 0) return 1;
  unsigned h = power(b, e / 2);
  return e % 2 ? h * h * b : h * h;
}

int main(void) {
  unsigned b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(b < 4);
  if (!(power(b, 5) == b * b * b * b * b)) reach_error();
  return 0;
}
