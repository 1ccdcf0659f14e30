// expect: unsafe def-behavior
// options: --property def-behavior
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) __builtin_unreachable();  // fails here
  return 0;
}
