// valid-deref: 1 fails, 0 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *s = "abc";
  if (__VERIFIER_nondet_int()) *s = 1;  // error
  return 0;
}
