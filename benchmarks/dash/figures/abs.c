// expect: unsafe
// Figures 2.2 and 3.10: fails for -2147483648 alone.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0) a = -a;
  if (!(a >= 0)) reach_error();
  return 0;
}
