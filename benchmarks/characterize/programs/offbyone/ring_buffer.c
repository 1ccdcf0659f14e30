// expect: fails iff head + count is 8: the place behind the last is not the first
// inputs: unsigned char head, unsigned char count
// truth: head < 8 && count < 8 && head + count == 8
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 8

int main(void) {
  unsigned char head = __VERIFIER_nondet_uchar();
  unsigned char count = __VERIFIER_nondet_uchar();
  if (head >= SIZE || count >= SIZE) return 1;
  unsigned tail = head + count;
  if (tail > SIZE) tail -= SIZE;
  assert(tail < SIZE);
  return 0;
}
