// expect: safe
// options: --property klee
// Decoders compute a reference and look only then whether it is before what they have written.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char out[16] = {0}, *op = out;
  unsigned at = __VERIFIER_nondet_uchar() & 3;
  const unsigned char *ref = op - 7937;
  ref -= __VERIFIER_nondet_uchar();
  op += at;
  if (ref >= out) assert(0);
  ref = op - 1 - __VERIFIER_nondet_uchar() * 64;
  if (ref >= out) return *ref;
  unsigned char *low = out - 100000;
  assert(low < out);
  assert(out - low == 100000);
  return 0;
}
