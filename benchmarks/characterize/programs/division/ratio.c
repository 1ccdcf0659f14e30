// expect: fails iff the interval has no length
// options: --property division-by-zero
// inputs: int from, int to
// truth: from >= 0 && to >= 0 && from == to
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  if (from < 0 || to < 0) return 1;
  int length = from < to ? to - from : from - to;
  return 1000 / length;
}
