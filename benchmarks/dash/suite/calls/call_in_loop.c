// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int next(int x) { return x >= 9 ? 0 : x + 1; }

int main(void) {
  int x = 0, n = __VERIFIER_nondet_int();
  while (n-- > 0) x = next(x);
  if (!(x >= 0 && x <= 9)) reach_error();
  return 0;
}
