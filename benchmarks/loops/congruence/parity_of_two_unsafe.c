// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { a += 3; b += 1; }
    else if (__VERIFIER_nondet_int()) { a -= 5; b += 3; }
    else { b += 2; }
    if (((a + b) & 1) != 0) reach_error();
    if (b == 37) reach_error();
  }
  return 0;
}
