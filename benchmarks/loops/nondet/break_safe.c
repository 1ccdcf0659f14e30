// expect: safe
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int found = 0, i = 0, n = __VERIFIER_nondet_int();
  while (i < n) {
    if (__VERIFIER_nondet_int() == 42) {
      found = 1;
      break;
    }
    i++;
  }
  assert(found ? i < n : (i >= n && 1));
}
