// expect: fails iff a is 5; zero divides, which nobody asks about
// bounds: any
// inputs: unsigned char a
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  int cells[4] = {1, 2, 3, 4};
  int b = 100 / a;
  assert(b != 20);
  return cells[b & 3];
}
