// expect: fails iff the clock went back: the bucket is filled at once
// inputs: unsigned last, unsigned now, unsigned char tokens
// truth: now < last && last <= 1000000000u && tokens <= 100 && last - now <= 3000000000u && tokens < 100
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned last = __VERIFIER_nondet_uint();
  unsigned now = __VERIFIER_nondet_uint();
  unsigned char tokens = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(last <= 1000000000u && tokens <= 100);
  unsigned earned = (now - last) / 1000u; /* one a second */
  unsigned filled = earned > 100u - tokens ? 100u : tokens + earned;
  if (now < last) assert(filled == tokens);
  return 0;
}
