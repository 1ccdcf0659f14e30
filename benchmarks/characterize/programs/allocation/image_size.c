// expect: fails iff width * height * 3 is over 2^31 - 1
// options: --property no-overflow
// inputs: unsigned short width, unsigned short height
// truth: (unsigned long long)width * height * 3 > 2147483647ull
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short width = __VERIFIER_nondet_ushort();
  unsigned short height = __VERIFIER_nondet_ushort();
  int pixels = width * height; /* both become int */
  int bytes = pixels * 3;
  return bytes == 0;
}
