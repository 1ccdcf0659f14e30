// expect: unsafe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
  _Bool odd = a ^ b ^ c;
  if (a && b && c && odd) reach_error();
  return 0;
}
