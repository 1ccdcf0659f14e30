// expect: unsafe valid-deref
// options: --property valid-memsafety
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 6 + 1;
  int a[n];
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)i;
  return a[n & 5]; // fails here
}
