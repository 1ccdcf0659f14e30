// expect: unsafe
extern void reach_error(void);

int main(void) {
  int x = 0;
  while (1) {
    x += 3;
    if (x == 51) reach_error();
  }
}
