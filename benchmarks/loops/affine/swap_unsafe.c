// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  const unsigned sum = (unsigned)x + (unsigned)y;
  unsigned a = x, b = y;
  while (__VERIFIER_nondet_int()) {
    unsigned old = a;
    a = b;
    b = old;
    if (__VERIFIER_nondet_int()) { a += 7; b -= 8; }
  }
  assert(a + b == sum);
}
