// expect: safe
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  unsigned __int128 wide = (unsigned __int128)a + b;
  unsigned long low = (unsigned long)wide, carry = (unsigned long)(wide >> 64);
  assert(low == a + b);
  assert(carry == (low < a));
  return 0;
}
