// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int divide(int a, int b, int *rest) {
  if (b == 0) return 0;
  *rest = a % b;
  return 1;
}

int main(void) {
  int rest = -1;
  unsigned a = __VERIFIER_nondet_uint() % 1000;
  int ok = divide((int)a, 9, &rest);
  if (!(ok && rest >= 0 && rest < 9)) reach_error();
  return 0;
}
