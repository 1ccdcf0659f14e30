// expect: unsafe
// Zero is no power of two.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int power = (x & (x - 1)) == 0;
  if (power) if (!(x != 0)) reach_error();
  return 0;
}
