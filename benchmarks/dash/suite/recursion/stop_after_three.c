// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int walk(int x, int steps) {
  if (x == 1) return steps;
  return walk(x % 2 ? 3 * x + 1 : x / 2, steps + 1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 9);
  if (!(walk(x, 0) < 16)) reach_error();
  return 0;
}
