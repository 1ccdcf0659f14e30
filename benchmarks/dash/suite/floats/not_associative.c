// expect: unsafe
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x > 0.0f && x < 1000000000.0f);
  if (x + 1.0f == x) reach_error();
  return 0;
}
