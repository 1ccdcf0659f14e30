// expect: safe
// options: --property unreach-call,valid-memsafety
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3 + 1;
  int first[n];
  first[0] = 7;
  for (int round = 0; round < 2; round++) {
    int a[n], *p = a;
    p[n - 1] = round;
    if (a[n - 1] != round)
      reach_error();
    if (n == 2)
      continue;
    p[0] = first[0];
  }
  return first[0];
}
