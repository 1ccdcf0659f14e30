// expect: unsafe
// Figure 6.1: the first test, with x = 0, runs for ever.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x == 0) {
  }
  reach_error();
  return 0;
}
