// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = a, y = b;
  swap(&x, &y);
  if (!(x == b && y == a)) reach_error();
  return 0;
}
