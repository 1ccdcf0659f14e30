// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int id(int n) {
  if (n <= 0) return n;
  return id(n - 1) + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (!(id(n) == n)) reach_error();
  return 0;
}
