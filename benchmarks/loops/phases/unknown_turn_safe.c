// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int turn = __VERIFIER_nondet_int();
  if (turn < 0 || turn > 100000) return 0;
  int x = 0, y = turn;
  while (x < 2 * turn) {
    x = x + 1;
    if (x > turn) y = y + 1;
  }
  if (turn > 0 && y != 2 * turn) reach_error();
}
