// expect: safe
// options: --property no-overflow
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  short c = (short)(a + b);
  return c == 7;
}
