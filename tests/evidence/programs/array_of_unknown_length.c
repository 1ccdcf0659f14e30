// valid-deref: 7 fails, 3 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 5;
  int a[n];
  a[__VERIFIER_nondet_int()] = 1;  // error
  return 0;
}
