// expect: unsafe valid-deref
// options: --property valid-memsafety
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  *p = 2; // fails here
  return 0;
}
