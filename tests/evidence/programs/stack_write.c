// valid-deref: -1 fails, 3 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  a[__VERIFIER_nondet_int()] = 1;  // error
  return 0;
}
