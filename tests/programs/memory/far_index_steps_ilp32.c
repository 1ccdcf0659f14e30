// expect: unknown far outside its object
// options: --property valid-deref --data-model ILP32
int a[4] = {1}, b[4] = {5};
int main(void) {
  int *p = a;
  for (int i = 0; i < 0x3f4; i++) p += 256;
  return *p + b[0]++;
}
