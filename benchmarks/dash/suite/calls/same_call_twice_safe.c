// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int half(int x) { return x / 2; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = half(x);
  int b = half(x);
  if (!(a == b)) reach_error();
  return 0;
}
