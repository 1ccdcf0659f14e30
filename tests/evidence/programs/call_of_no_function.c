// valid-deref: 1 fails, 0 does not
extern int __VERIFIER_nondet_int(void);

int g(void) {
  return 0;
}
int main(void) {
  int (*f)(void) = g;
  if (__VERIFIER_nondet_int()) f = (int (*)(void))12345;
  return f();  // error
}
