// expect: unsafe
// The rest has the sign of the dividend.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = x % 5;
  if (!(r >= 0)) reach_error();
  return 0;
}
