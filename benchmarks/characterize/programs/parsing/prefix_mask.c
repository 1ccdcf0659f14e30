// expect: fails iff the prefix has no bits: a shift by 32
// options: --property def-behavior
// inputs: int prefix, unsigned address
// truth: prefix == 0
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned mask(int prefix) { return 0xffffffffu << (32 - prefix); }

int main(void) {
  int prefix = __VERIFIER_nondet_int(); /* of a network: address/prefix */
  if (prefix < 0 || prefix > 32) return 1;
  unsigned address = __VERIFIER_nondet_uint();
  return (address & mask(prefix)) == 0;
}
