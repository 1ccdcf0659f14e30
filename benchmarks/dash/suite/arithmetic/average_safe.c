// expect: safe
// The usual average of two numbers wraps around.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && b >= a);
  int middle = a + (b - a) / 2;
  if (!(middle >= a && middle <= b)) reach_error();
  return 0;
}
