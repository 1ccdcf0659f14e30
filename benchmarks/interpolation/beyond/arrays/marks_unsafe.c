// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int mark[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    unsigned at = __VERIFIER_nondet_uint() & 3;
    if (__VERIFIER_nondet_int()) mark[at] += 1;
    else mark[at] += 2;
  }
  assert(mark[2] != 7);
  return 0;
}
