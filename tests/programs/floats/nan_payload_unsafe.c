// expect: unsafe unreach-call
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  union { float f; unsigned i; } u;
  u.f = __VERIFIER_nondet_float();
  if (u.i == 0x7fc00001u) reach_error(); // fails here
  return 0;
}
