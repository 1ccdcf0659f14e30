// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() % 32;
  int s = __VERIFIER_nondet_int();
  assert((x << n >> n) <= x);
  assert(n == 0 || ((x << n | x >> (32 - n)) >> n | (x << n | x >> (32 - n)) << (32 - n)) == x);
  assert((s >> 31) == (s < 0 ? -1 : 0));
  return 0;
}
