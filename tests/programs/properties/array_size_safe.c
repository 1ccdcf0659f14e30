// expect: safe
// options: --property def-behavior
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  char a[2][n + 1];
  return sizeof a > 8;
}
