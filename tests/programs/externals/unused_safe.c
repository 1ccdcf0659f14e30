// expect: safe
// options: --externals fail
extern int outside(int value);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 0)
    return outside(3);
  return 0;
}
