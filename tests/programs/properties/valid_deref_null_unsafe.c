// expect: unsafe valid-deref
// options: --property valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3;
  int *p = __VERIFIER_nondet_int() == 77 ? (int *)0 : &x;
  *p = 4; // fails here
  return x;
}
