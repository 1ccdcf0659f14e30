// expect: safe
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 46340)
    return 0;
  return x * x == 4;
}
