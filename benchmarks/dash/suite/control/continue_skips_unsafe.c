// expect: unsafe
extern void reach_error(void);

int main(void) {
  int odd = 0;
  for (int i = 0; i < 9; i++) {
    if (i % 2 == 0) continue;
    odd++;
  }
  if (!(odd == 5)) reach_error();
  return 0;
}
