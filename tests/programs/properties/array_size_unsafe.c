// expect: unsafe def-behavior
// options: --property def-behavior
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  char a[n];  // fails here
  return sizeof a == 3;
}
