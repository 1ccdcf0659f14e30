// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int ticket(void) {
  static int last;
  return ++last;
}

int main(void) {
  int a = ticket(), b = ticket();
  if (__VERIFIER_nondet_int()) ticket();
  int c = ticket();
  if (!(b == a + 1 && c >= b + 1)) reach_error();
  return 0;
}
