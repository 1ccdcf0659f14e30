// expect: unsafe def-behavior
// options: --property def-behavior
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return n <= 32 ? 1u >> n : 0;  // fails here
}
