// division-by-zero: 0 fails, -1 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_int();
  return 5 % u;  // error
}
