// expect: fails iff one of the numbers is 77 before one is zero; any number is read
// options: --max-inputs 4
// bounds: gap
// inputs: unsigned char x[4]
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  for (;;) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x == 0) return 0;
    assert(x != 77);
  }
}
