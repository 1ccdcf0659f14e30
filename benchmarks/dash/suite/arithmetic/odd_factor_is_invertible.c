// expect: unsafe
// Every number is a multiple of 3 with wrap-around.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (3 * x == 1) reach_error();
  return 0;
}
