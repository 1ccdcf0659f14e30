// expect: unsafe valid-deref
// options: --property valid-memsafety
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3 + 1;
  int *p = 0;
  {
    int a[n];
    a[0] = 1;
    p = a;
  }
  *p = 2; // fails here
  return 0;
}
