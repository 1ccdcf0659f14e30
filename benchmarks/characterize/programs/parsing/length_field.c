// expect: fails iff the version is 4 and the header is longer than the packet
// inputs: unsigned char first, unsigned short total
// truth: first >> 4 == 4 && (first & 15) * 4 >= 20 && (first & 15) * 4 > total
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

/* an IPv4 header: version and header length in words in one byte, then the length of the packet */
int main(void) {
  unsigned char first = __VERIFIER_nondet_uchar();
  unsigned short total = __VERIFIER_nondet_ushort();
  if (first >> 4 != 4) return 1;
  unsigned header = (first & 0x0fu) * 4u;
  if (header < 20u) return 1;
  unsigned short payload = (unsigned short)(total - header);
  assert(payload <= total);
  return 0;
}
