// valid-deref: 90 fails, 3 does not
extern int __VERIFIER_nondet_int(void);

int a[10], b[4000];
int main(void) {
  a[__VERIFIER_nondet_int()] = 1;  // error
  return b[0];
}
