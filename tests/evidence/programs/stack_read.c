// valid-deref: 12 fails, 3 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10] = {1};
  return a[__VERIFIER_nondet_int()];  // error
}
