// expect: unsafe def-behavior
// options: --property all
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
int main(void) {
  double d = __VERIFIER_nondet_double();
  __VERIFIER_assume(d >= 0 && d <= 2147483648.0);
  return (int)d;
}
