// expect: unknown float outside the range
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  unsigned char c = (unsigned char)f;
  if (f < 0 && f <= -1 && c == 7) reach_error();
  return 0;
}
