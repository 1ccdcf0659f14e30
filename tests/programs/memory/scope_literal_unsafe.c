// expect: unsafe valid-deref
// options: --property valid-memsafety
int main(void) {
  int *p = 0;
  {
    p = (int[]){1, 2};
    p[1] = 3;
  }
  return p[0]; // fails here
}
