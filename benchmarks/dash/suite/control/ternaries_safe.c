// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x > 5 ? (x > 9 ? 3 : 2) : 1;
  if (y == 2 && x == 10) reach_error();
  return 0;
}
