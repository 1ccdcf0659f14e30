// expect: unsafe valid-deref
// options: --property valid-memsafety
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    if (p)
      p[0] = i; // fails here
    int a[3];
    a[0] = i;
    p = a;
  }
  return 0;
}
