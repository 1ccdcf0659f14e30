// expect: unsafe valid-deref
// options: --property valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[] = "abc";
  char *p = __VERIFIER_nondet_int() > 0 ? "xyz" : buffer;
  p[0] = 'b'; // fails here
  return 0;
}
