// expect: fails iff the sequence is complete and stands for a surrogate or for more than 10FFFF
// inputs: unsigned char lead, unsigned char next[3]
// truth: ((lead & 0xf0) == 0xe0 && (next[0] & 0xc0) == 0x80 && (next[1] & 0xc0) == 0x80 &&
// truth:  lead == 0xed && next[0] >= 0xa0) ||
// truth: ((lead & 0xf8) == 0xf0 && (next[0] & 0xc0) == 0x80 && (next[1] & 0xc0) == 0x80 &&
// truth:  (next[2] & 0xc0) == 0x80 &&
// truth:  (((lead & 7) << 18 | (next[0] & 63) << 12) > 0x10ffff || (lead == 0xf0 && next[0] == 0x8d && next[1] >= 0xa0)))
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char lead = __VERIFIER_nondet_uchar();
  int more;
  unsigned code;
  if (lead < 0x80) {
    more = 0;
    code = lead;
  } else if ((lead & 0xe0) == 0xc0) {
    more = 1;
    code = lead & 0x1f;
  } else if ((lead & 0xf0) == 0xe0) {
    more = 2;
    code = lead & 0x0f;
  } else if ((lead & 0xf8) == 0xf0) {
    more = 3;
    code = lead & 0x07;
  } else {
    return 1;
  }
  for (int i = 0; i < more; i++) {
    unsigned char next = __VERIFIER_nondet_uchar();
    if ((next & 0xc0) != 0x80) return 1;
    code = code << 6 | (next & 0x3f);
  }
  assert(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
  return 0;
}
