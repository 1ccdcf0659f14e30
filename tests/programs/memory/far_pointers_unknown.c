// expect: unknown where objects lie
// options: --property assert
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char out[16];
  unsigned x = __VERIFIER_nondet_uint();
  assert(out - x <= out);
  return 0;
}
