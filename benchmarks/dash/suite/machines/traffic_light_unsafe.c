// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum light { RED, GREEN, YELLOW };

int main(void) {
  enum light l = RED;
  int steps = 0;
  while (__VERIFIER_nondet_int()) {
    enum light old = l;
    if (l == RED) l = GREEN;
    else if (l == GREEN) l = YELLOW;
    else l = steps == 8 ? GREEN : RED;
    if (old == YELLOW && l == GREEN) reach_error();
    steps++;
  }
  return 0;
}
