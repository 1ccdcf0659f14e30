// expect: fails iff the part ends one behind the end of the text
// inputs: unsigned char length, unsigned char start, unsigned char count
// truth: start + count == length + 1
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char length = __VERIFIER_nondet_uchar();
  unsigned char start = __VERIFIER_nondet_uchar();
  unsigned char count = __VERIFIER_nondet_uchar();
  if (start + count > length + 1) return 1; /* the zero at the end counted as text */
  int end = start + count;
  assert(end <= length);
  return 0;
}
