// expect: unsafe def-behavior
// options: --property def-behavior
extern long double __VERIFIER_nondet_longdouble(void);
int main(void) {
  long double d = __VERIFIER_nondet_longdouble();
  if (d > -65536.0L && d < 32768.0L) {
    short x = (short)d;  // fails here
  }
  return 0;
}
