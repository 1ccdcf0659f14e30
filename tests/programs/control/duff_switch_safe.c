// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8 + 1, count = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
    do {
    case 0:
      count++;
    case 3:
      count++;
    case 2:
      count++;
    case 1:
      count++;
    } while (--rounds > 0);
  }
  assert(count == n);
  return 0;
}
