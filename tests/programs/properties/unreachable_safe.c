// expect: safe
// options: --property def-behavior
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() & 3;
  if (x == 7) __builtin_unreachable();
  return 0;
}
