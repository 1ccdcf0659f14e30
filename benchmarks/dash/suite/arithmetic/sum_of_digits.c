// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 1000);
  unsigned digits = n / 100 + n / 10 % 10 + n % 10;
  if (!(digits <= 27)) reach_error();
  return 0;
}
