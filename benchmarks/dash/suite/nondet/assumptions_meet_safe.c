// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y == 2 * x);
  __VERIFIER_assume(x < 10);
  if (y == 7) reach_error();
  return 0;
}
