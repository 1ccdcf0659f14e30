// expect: unsafe
// Parameters of the callee are named like variables of the caller.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int minus(int y, int x) {
  int z = y - x;
  x = 0;
  y = 0;
  return z + x + y;
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int z = minus(x, y);
  if (!(z == y - x)) reach_error();
  return 0;
}
