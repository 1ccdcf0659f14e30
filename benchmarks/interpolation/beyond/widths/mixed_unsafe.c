// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned short low = 0;
  long wide = 0;
  for (int i = 0; i < 6; i++) {
    int step = __VERIFIER_nondet_int() ? 11000 : 10000;
    low = (unsigned short)(low + step);
    wide += step;
  }
  assert(low == wide);
  return 0;
}
