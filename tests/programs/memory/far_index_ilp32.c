// expect: unknown far outside its object
// options: --property valid-deref --data-model ILP32
int a[4] = {1}, b[4] = {5};
int k = 0x3f400;  // where b lies in our layout, if it begins at a
int main(void) {
  int *p = a;
  *(p + k) = 7;
  b[0]++;
  return b[0] + k++;
}
