// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
union view {
  unsigned word;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
};
int main(void) {
  union view v;
  v.word = __VERIFIER_nondet_uint();
  unsigned again = v.bytes[0] | v.bytes[1] << 8 | v.bytes[2] << 16 | (unsigned)v.bytes[3] << 24;
  assert(again == v.word);
  assert(v.halves.low + 65536u * v.halves.high == v.word);
  v.bytes[1] = 0xff;
  assert((v.word & 0xff00) == 0xff00);
  return 0;
}
