// expect: unsafe valid-deref
// options: --property valid-memsafety
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[10];
  unsigned i = __VERIFIER_nondet_uint();
  for (int k = 0; k < 10; k++)
    a[k] = k;
  if (i <= 10)
    return a[i]; // fails here
  return 0;
}
