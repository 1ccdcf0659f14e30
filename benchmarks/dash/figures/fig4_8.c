// expect: unsafe
// Figure 4.8: the error is in the procedure that is called.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void sub(int x) {
  if (x == 8) reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) sub(x);
  return 0;
}
