// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > -33554432 && n < 33554432);
  float x = (float)n;
  if (!((int)x == n)) reach_error();
  return 0;
}
