// expect: unsafe valid-deref
// options: --property valid-deref --data-model ILP32
int a[4] = {1}, b[4] = {5};
int main(void) {
  a[8192] = 7;  // fails here
  return b[0]++;
}
