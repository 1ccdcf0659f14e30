// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int check_range(int x) {
  if (x > 100 && x < 50) reach_error();
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  check_range(x);
  check_range(x + 1);
  return 0;
}
