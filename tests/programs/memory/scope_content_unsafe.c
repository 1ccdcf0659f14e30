// expect: unsafe unreach-call
extern void reach_error(void);
static void put(int *place) { *place = 5; }
int main(void) {
  for (int round = 0; round < 2; round++) {
    int x;
    if (round == 1 && x != 5)
      reach_error(); // fails here
    put(&x);
  }
  return 0;
}
