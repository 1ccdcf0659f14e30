// expect: fails iff exactly one of start + wait and the clock itself has wrapped around, so that the comparisons differ
// inputs: unsigned start, unsigned now, unsigned wait
// truth: wait <= 1000u && (now >= start + wait) != (now - start >= wait)
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

/* milliseconds since the machine was started: wraps after 49 days */
static int expired(unsigned start, unsigned now, unsigned wait) { return now >= start + wait; }

int main(void) {
  unsigned start = __VERIFIER_nondet_uint();
  unsigned now = __VERIFIER_nondet_uint();
  unsigned wait = __VERIFIER_nondet_uint();
  __VERIFIER_assume(wait <= 1000u);
  unsigned elapsed = now - start;
  assert(expired(start, now, wait) == (elapsed >= wait));
  return 0;
}
