// expect: unsafe unreach-call
extern void reach_error(void);

int main(void) {
  unsigned i = 0, s = 0;
  while (i < 0x10000000u) {
    i++;
    s += 5;
  }
  if (s != 0x50000005u) reach_error();
}
