// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

// Truncation and sign extension between the tests.
int main(void) {
  long total = 0;
  for (int i = 0; i < 10; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (__VERIFIER_nondet_int()) total += (signed char)c;
    else total += c;
  }
  assert(total >= -1280 && total <= 2550);
  return 0;
}
