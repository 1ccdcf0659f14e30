// expect: unsafe unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 10 && y == 2 * x && y < 40 && x % 7 == 3)
    reach_error(); // fails here
  return 0;
}
