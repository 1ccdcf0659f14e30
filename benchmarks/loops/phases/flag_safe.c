// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), started = 0, count = 0;
  while (x != 0) {
    if (!started && x < 1000) started = 1;
    if (started) count++;
    x--;
  }
  assert(count < 1000);
  return 0;
}
