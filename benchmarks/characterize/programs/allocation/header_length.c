// expect: fails iff length + 16 wraps around
// inputs: unsigned length
// truth: length > 0xffffffffu - 16u
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct header {
  unsigned magic, kind, flags, length;
};

static unsigned needed(unsigned length) { return (unsigned)sizeof(struct header) + length; }

int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  unsigned bytes = needed(length);
  assert(bytes > length);
  return 0;
}
