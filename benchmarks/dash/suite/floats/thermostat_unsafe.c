// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  float t = 20.0f;
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_int()) t = t + 0.5f;
    else t = t - 0.5f;
  }
  if (!(t >= 18.5f && t < 21.5f)) reach_error();
  return 0;
}
