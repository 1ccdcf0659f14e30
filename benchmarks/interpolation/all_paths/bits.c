// expect: safe
#ifndef N
#define N 12
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// The branches spell a number; the last line asks whether a product of two of its parts is a certain one.
int main(void) {
  unsigned word = 0;
  for (int i = 0; i < N; i++)
    if (__VERIFIER_nondet_int()) word |= 1u << i;
  assert((word & 0x3f) * (word >> 6) != 3721 + 2);
  return 0;
}
