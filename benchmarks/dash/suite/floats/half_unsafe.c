// expect: unsafe
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f && x < 100.0f) if (!(x / 2 < x && x / 2 > 0.75f)) reach_error();
  return 0;
}
