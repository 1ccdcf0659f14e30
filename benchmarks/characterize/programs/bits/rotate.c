// expect: fails iff the count is a multiple of 32: a shift by 32
// options: --property def-behavior
// inputs: unsigned x, unsigned count
// truth: count % 32 == 0
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned rotate(unsigned x, unsigned count) {
  count %= 32u;
  return x << count | x >> (32u - count);
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned count = __VERIFIER_nondet_uint();
  return rotate(x, count) == 0;
}
