// expect: unsafe unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum colour { RED, GREEN = 5, BLUE, GREY = -3 };
static int weight(enum colour c) {
  switch (c) {
  case RED:
    return 1;
  case GREEN:
  case BLUE:
    return 2;
  case GREY:
    return 3;
  default:
    return 0;
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a != b && weight(a) + weight(b) == 4 && a < b)
    reach_error(); // fails here
  return 0;
}
