// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool small = x < 10;
  x = x + 1;
  if (small && x > 10) reach_error();
  return 0;
}
