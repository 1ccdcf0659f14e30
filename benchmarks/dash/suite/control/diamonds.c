// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int s = 0;
  s += __VERIFIER_nondet_int() ? 1 : 2;
  s += __VERIFIER_nondet_int() ? 1 : 2;
  s += __VERIFIER_nondet_int() ? 1 : 2;
  s += __VERIFIER_nondet_int() ? 1 : 2;
  if (!(s >= 4 && s <= 8)) reach_error();
  return 0;
}
