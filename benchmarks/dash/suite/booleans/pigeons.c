// expect: safe
// Three pigeons in two holes.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
  if (a != b && b != c && a != c) reach_error();
  return 0;
}
