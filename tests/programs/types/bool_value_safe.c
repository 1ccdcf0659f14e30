// expect: safe
// options: --property def-behavior,no-overflow
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar() & 1;
  _Bool b;
  memcpy(&b, &byte, 1);
  return b;
}
