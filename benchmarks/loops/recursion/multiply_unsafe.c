// expect: unsafe unreach-call
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned mul(unsigned a, unsigned b) {
  if (b == 0) return 0;
  return a + mul(a, b - 1);
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned p = mul(x, y);
  if (p == 143) reach_error();
}
