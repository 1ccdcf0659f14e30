// expect: unsafe
extern void reach_error(void);

int main(void) {
  int a[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i++) {
    int t = a[i];
    a[i] = a[3 - i];
    a[3 - i] = t;
  }
  if (!(a[0] == 4 && a[1] == 3 && a[2] == 2 && a[3] == 1)) reach_error();
  return 0;
}
