// expect: unknown no execution was seen that meets the preconditions of last
// options: --entry last --property valid-deref
//@ requires n >= 100 && \valid(a + (0 .. n - 1));
int last(int *a, int n) {
  return a[n];
}
