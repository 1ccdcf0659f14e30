// expect: unsafe unreach-call
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (__builtin_issignaling(x)) reach_error(); // fails here
  return 0;
}
