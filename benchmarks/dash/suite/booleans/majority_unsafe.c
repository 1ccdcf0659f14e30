// expect: unsafe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
  _Bool m = (a && b) || (b && c) ;
  int count = a + b + c;
  if (!(m == (count >= 2))) reach_error();
  return 0;
}
