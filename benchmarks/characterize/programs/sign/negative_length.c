// expect: fails iff the length is negative
// inputs: int length
// truth: length < 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MOST 64

/* what memcpy would be given */
static void copy(unsigned long bytes) { assert(bytes <= MOST); }

int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length > MOST) return 1;
  copy(length);
  return 0;
}
