// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int even(int x) { return x % 2 == 0; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (even(x) && even(x + 1)) reach_error();
  return 0;
}
