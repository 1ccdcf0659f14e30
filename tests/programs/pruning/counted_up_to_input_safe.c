// expect: safe
// No bound on the iterations: only an invariant ends this.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0) return 0;
  while (x < n) {
    x++;
    y += 2;
  }
  if (x != n || y != 2 * x) __VERIFIER_error();
  return 0;
}
