// expect: safe
// The product of two ints fits in 64 bits, not in 32.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 0 && a < 100000 && b > 0 && b < 100000);
  long p = (long)a * b;
  if (!(p > 0)) reach_error();
  return 0;
}
