// expect: safe
// Figure 4.11: y, which is no argument, belongs into the input constraint.
extern void reach_error(void);

static int zero(void) { return 0; }

int main(void) {
  int y = 4;
  int x = zero();
  if (x == y) reach_error();
  return 0;
}
