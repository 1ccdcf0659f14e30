// expect: unsafe valid-deref
// options: --property valid-memsafety
int main(void) {
  char a[1000];
  a[0] = 1;
  a[1000] = 2; // fails here
  return a[0];
}
