// expect: unsafe
// Parity of the bits, one after the other and folded.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 255, y = x, one = 0;
  while (y != 0) {
    one ^= y & 1;
    y >>= 1;
  }
  x ^= x >> 4;
  x ^= x >> 2;
  x ^= x >> 3;
  if (!(one == (x & 1))) reach_error();
  return 0;
}
