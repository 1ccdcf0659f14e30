// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct flags {
  unsigned low : 3;
  signed middle : 5;
  unsigned high : 20;
  unsigned long big : 40;
};
int main(void) {
  struct flags f = {0, 0, 0, 0};
  unsigned v = __VERIFIER_nondet_uint();
  f.low = v;
  f.middle = (int)v;
  f.high = v;
  f.big = (unsigned long)v << 10;
  assert(f.low == (v & 7));
  assert(f.middle >= -16 && f.middle <= 15);
  assert(f.high == (v & 0xfffff));
  assert(f.big == ((unsigned long)v << 10 & 0xffffffffffUL));
  return 0;
}
