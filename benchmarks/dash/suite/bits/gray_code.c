// expect: safe
// Neighbours differ in one bit.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 0xffff;
  unsigned a = x ^ x >> 1, y = x + 1, b = y ^ y >> 1, d = a ^ b;
  if (!(d != 0 && (d & (d - 1)) == 0)) reach_error();
  return 0;
}
