// expect: unsafe def-behavior
// options: --property def-behavior
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[2][3] = {{0}};
  unsigned i = __VERIFIER_nondet_uint();
  return i <= 3 ? a[0][i] : 0;  // fails here
}
