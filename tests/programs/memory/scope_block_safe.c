// expect: safe
// options: --property valid-memsafety
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    *p = 2;
  }
  {
    int y = 3;
    p = &y;
    *p = 4;
  }
  return 0;
}
