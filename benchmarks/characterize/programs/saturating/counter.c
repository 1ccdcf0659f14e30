// expect: fails iff the counter, stopped from 250 on, steps over 255
// inputs: unsigned char rounds, unsigned char step
// truth: ({ int count = 0, bad = 0; for (int i = 0; i < rounds && !bad; i++) if (count < 250) { count += step;
// truth: bad = count > 255; } bad; })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char rounds = __VERIFIER_nondet_uchar();
  unsigned char step = __VERIFIER_nondet_uchar();
  unsigned char count = 0;
  for (unsigned i = 0; i < rounds; i++) {
    if (count < 250) {
      unsigned char before = count;
      count += step;
      assert(count >= before);
    }
  }
  return 0;
}
