// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int *p, int *q) {
  *p = 1;
  *q = 2;
  return *p;
}

int main(void) {
  int x = 0, y = 0;
  int r = f(&x, __VERIFIER_nondet_int() ? &y : &x);
  if (!(r == 1)) reach_error();
  return 0;
}
