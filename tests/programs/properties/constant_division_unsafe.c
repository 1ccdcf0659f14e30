// expect: unsafe division-by-zero
// options: --property division-by-zero
// Clang folds both; one of them is never reached.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != x)
    x = 7 % 0;
  if (x == 12345) {
    int unused = 1 / 0; // fails here
  }
  return 0;
}
