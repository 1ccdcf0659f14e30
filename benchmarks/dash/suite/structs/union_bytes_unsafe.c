// expect: unsafe
// Little endian: the lowest byte is the first.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  w.whole = __VERIFIER_nondet_uint();
  w.bytes[3] = 0;
  if (!(w.whole % 256 == 0)) reach_error();
  return 0;
}
