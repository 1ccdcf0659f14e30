// expect: unsafe no-overflow
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return __builtin_abs(x) == 3; // fails here
}
