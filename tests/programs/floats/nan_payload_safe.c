// expect: safe
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  union { float f; unsigned i; } u;
  u.f = __VERIFIER_nondet_float();
  if (u.i == 0x7fc00001u && u.f == u.f) reach_error();
  return 0;
}
