// expect: unsafe unreach-call
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long v = __VERIFIER_nondet_longlong();
  assert((int)v == v || v >> 62 != 1 || (v & 0xfff) != 0xabc); // fails here
  return 0;
}
