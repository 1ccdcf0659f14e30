// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int x = 2 * a, y = 2 * b + 1;
  if ((x + y) % 2 == 0) reach_error();
  return 0;
}
