// expect: safe
// options: --property valid-memsafety
int main(void) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    int a[3];
    p = a;
    for (int k = 0; k < 3; k++)
      p[k] = i;
    sum += a[i];
  }
  return sum;
}
