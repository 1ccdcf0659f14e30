// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a < b ? b : a; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (!(min(a, b) <= max(a, b))) reach_error();
  if (!(min(a, b) == a || min(a, b) == b)) reach_error();
  if (!(max(a, b) >= b)) reach_error();
  return 0;
}
