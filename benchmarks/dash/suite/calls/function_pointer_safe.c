// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  int (*f)(int) = __VERIFIER_nondet_int() ? twice : thrice;
  if (x > 0 && x < 100) if (!(f(x) > x)) reach_error();
  return 0;
}
