// expect: safe
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  long long n = 0, digits = 0;
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i < rounds; i++) {
    n += 14;
    if (n >= 7000) n -= 7000;
  }
  assert(n % 7 == 0 && n >= 0 && n < 7000);
}
