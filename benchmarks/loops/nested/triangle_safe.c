// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000, i = 0, count = 0;
  while (i < n) {
    unsigned j = 0;
    while (j < n) {
      count++;
      j++;
    }
    i++;
  }
  assert(count == n * n);
}
