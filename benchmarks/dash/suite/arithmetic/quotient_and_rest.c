// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int q = x / 7, r = x % 7;
  if (!(q * 7 + r == x)) reach_error();
  if (!(r < 7 && r > -7)) reach_error();
  return 0;
}
