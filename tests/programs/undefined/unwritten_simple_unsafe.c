// expect: unsafe uninitialized
// options: --property all
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1;
  if (x > 3) return 1;
  return 0;
}
