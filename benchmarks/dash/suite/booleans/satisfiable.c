// expect: unsafe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool p = __VERIFIER_nondet_bool(), q = __VERIFIER_nondet_bool(), r = __VERIFIER_nondet_bool(), s = __VERIFIER_nondet_bool();
  if ((p || q) && (!p || r) && (!q || !r) && (s || !r) && (!s || !p || q || r)) reach_error();
  return 0;
}
