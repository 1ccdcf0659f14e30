// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int held = 0;
  unsigned before, now = 0;
  do {
    assert(held == 0);
    held = 1;
    before = now;
    if (__VERIFIER_nondet_int()) {
      held = 0;
      now++;
    }
  } while (now != before);
  assert(held == 1);
  return 0;
}
