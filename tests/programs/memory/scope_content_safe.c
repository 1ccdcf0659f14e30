// expect: safe
extern void reach_error(void);
static void put(int *place) { *place = 5; }
int main(void) {
  for (int round = 0; round < 2; round++) {
    int x;
    put(&x);
    if (x != 5)
      reach_error();
  }
  return 0;
}
