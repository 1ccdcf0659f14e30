// expect: unsafe valid-deref
// options: --property valid-deref
extern _Bool __VERIFIER_nondet_bool(void);
static int data;
int main(void) {
  int (*f)(void) = (int (*)(void))&data;
  return __VERIFIER_nondet_bool() ? f() : 0; // fails here
}
