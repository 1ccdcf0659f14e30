// expect: safe
// options: --property division-by-zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100 && x < 200)
    return 1000 / (x - 200);
  return 0;
}
