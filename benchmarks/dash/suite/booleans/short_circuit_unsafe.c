// expect: unsafe
// The right side is evaluated only if the left side does not decide.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int calls;

static int yes(void) {
  calls++;
  return 1;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = x > 0 || yes();
  if (r && x > 0) if (!(calls == 1)) reach_error();
  return 0;
}
