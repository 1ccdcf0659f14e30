// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int mode;
static void set(int m) { mode = m < 0 ? 0 : m > 3 ? m : m; }

int main(void) {
  set(__VERIFIER_nondet_int());
  if (!(mode >= 0 && mode <= 3)) reach_error();
  return 0;
}
