// expect: unsafe valid-deref
// options: --property valid-deref
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int (*f)(void) = 0;
  return __VERIFIER_nondet_bool() ? f() : 0; // fails here
}
