// expect: safe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, x = __VERIFIER_nondet_int();
again:
  if (x > 0 && n < 5) {
    n++;
    x--;
    goto again;
  }
  if (n == 5 && x < 0)
    reach_error();
  return 0;
}
