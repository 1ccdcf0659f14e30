// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void down(int n, int x) {
  if (n == 0) {
    if (x == 5) reach_error();
    return;
  }
  down(n - 1, x < 0 ? x : -x);
}

int main(void) {
  down(3, __VERIFIER_nondet_int());
  return 0;
}
