// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int a = 0, b = 0, c = 0;
  while (a < 100 && __VERIFIER_nondet_int()) {
    a++;
    while (b < a && __VERIFIER_nondet_int()) {
      b++;
      while (c < b && __VERIFIER_nondet_int()) c++;
    }
  }
  assert(c <= b && b <= a && a <= 99);
}
