// expect: safe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool p = __VERIFIER_nondet_bool(), q = __VERIFIER_nondet_bool(), r = __VERIFIER_nondet_bool();
  if ((p || q) && (!p || q) && (p || !q) && (!p || !q || r) && !r) reach_error();
  return 0;
}
