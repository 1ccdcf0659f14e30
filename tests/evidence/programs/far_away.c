// valid-deref: 1000000 fails, 3 does not
extern int __VERIFIER_nondet_int(void);

int b[4], a[10];
int main(void) {
  a[__VERIFIER_nondet_int()] = 1;  // error
  return b[0];
}
