// expect: unsafe division-by-zero
// options: --property division-by-zero
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  return a % (b & 0xff) == 1; // fails here
}
