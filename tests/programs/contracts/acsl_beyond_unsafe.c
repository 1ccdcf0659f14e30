// expect: unsafe valid-deref
// options: --entry find --property valid-deref --entry-pointer-size 12
//@ requires \valid_read(a + (0 .. n - 1)) && n <= 100;
int find(const int *a, int n, int x) {
  int i = 0;
  while (a[i] != x && i < n) i++; // fails here
  return i;
}
