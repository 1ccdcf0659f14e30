// expect: safe
// Whatever the depth, the result is 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int n) {
  if (n <= 0) return 0;
  return down(n - 1);
}

int main(void) {
  if (down(__VERIFIER_nondet_int()) != 0) reach_error();
  return 0;
}
