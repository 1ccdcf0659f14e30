// division-by-zero: 0 fails, 1 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  return 5 / __VERIFIER_nondet_int();  // error
}
