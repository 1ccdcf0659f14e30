// expect: fails iff a is -2^31 and b is -1
// options: --property no-overflow
// inputs: int a, int b
// truth: a == -2147483647 - 1 && b == -1
extern int __VERIFIER_nondet_int(void);

static int quotient(int a, int b) {
  if (b == 0) return 0;
  return a / b;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  return quotient(a, b) == 7;
}
