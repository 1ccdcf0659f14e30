// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), bits = 0;
  while (n > 0) {
    n /= 2;
    bits++;
  }
  assert(bits <= 32);
}
