// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), *p = &x, *q = p;
  int old = x;
  ++*p;
  q = &old; ++*q;
  if (!(x == old + 2)) reach_error();
  return 0;
}
