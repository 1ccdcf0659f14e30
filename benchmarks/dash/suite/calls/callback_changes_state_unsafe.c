// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count;
static void bump(void) { count++; }
static void reset(void) { count = 0; }
static void thrice(void (*f)(void)) {
  f();
  f();
  f();
}

int main(void) {
  count = 0;
  thrice(__VERIFIER_nondet_int() ? bump : reset);
  if (!(count == 3 || count == 1)) reach_error();
  return 0;
}
