// expect: unsafe
// What is assumed after the error does not help.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4) reach_error();
  __VERIFIER_assume(x != 4);
  return 0;
}
