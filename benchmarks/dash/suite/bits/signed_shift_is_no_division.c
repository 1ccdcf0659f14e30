// expect: unsafe
// The shift rounds down, the division towards zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (!(x >> 1 == x / 2)) reach_error();
  return 0;
}
