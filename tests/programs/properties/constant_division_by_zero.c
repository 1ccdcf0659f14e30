// expect: unknown undefined
// options: --property division-by-zero
// The compiler folds such an expression before anybody can look at it.
int main(void) {
  int x = 1 / 0;
  return x;
}
