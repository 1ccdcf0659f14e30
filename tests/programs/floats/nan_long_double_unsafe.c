// expect: unsafe unreach-call
extern void reach_error(void);
extern long double __VERIFIER_nondet_longdouble(void);
int main(void) {
  union {
    long double f;
    struct { unsigned long fraction; unsigned short rest; } s;
  } u;
  u.f = __VERIFIER_nondet_longdouble();
  if (u.f != u.f && u.s.fraction == 0xc000000000000123ul) reach_error(); // fails here
  return 0;
}
