// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int gcd(int a, int b) {
  if (b == 0) return a;
  return gcd(b, a % b);
}

int main(void) {
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b > 0 && b < 10);
  int g = gcd(12, b);
  if (!(g >= 1 && g <= 4)) reach_error();
  return 0;
}
