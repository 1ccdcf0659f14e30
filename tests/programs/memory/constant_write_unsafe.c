// expect: unsafe valid-deref
// options: --property valid-deref
static const int table[2] = {1, 2};
int main(void) {
  int *p = (int *)table;
  p[1] = 5; // fails here
  return table[1];
}
