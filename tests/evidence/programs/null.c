// valid-deref: 1 fails, 0 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 0;
  int *p = __VERIFIER_nondet_int() ? 0 : &a;
  return *p;  // error
}
