// expect: safe
// options: --property division-by-zero
// None of these is evaluated.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != x)
    7 % 0;
  if (x == 12345) {
    int unused = (0 && 1 / 0) + (int)sizeof(1 / 0) + (1 ? 1 / 1 : 1u % 0u);
  }
  return 0;
}
