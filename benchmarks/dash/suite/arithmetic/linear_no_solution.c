// expect: safe
// An even number is never 101.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (6 * x + 4 == 101) reach_error();
  return 0;
}
