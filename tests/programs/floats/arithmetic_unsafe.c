// expect: unsafe unreach-call
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f && x < 2.0f && x * 3.0f == 4.5f)
    reach_error(); // fails here
  return 0;
}
