// expect: unsafe def-behavior
// options: --property def-behavior
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (d > -2147483649.0 && d <= 2147483648.0) {
    int x = (int)d;  // fails here
  }
  return 0;
}
