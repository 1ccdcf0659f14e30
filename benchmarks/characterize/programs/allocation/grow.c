// expect: fails iff more than 2^31 bytes are needed
// inputs: unsigned needed
// truth: needed > 0x80000000u
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned needed = __VERIFIER_nondet_uint();
  unsigned capacity = 16;
  while (capacity < needed) {
    unsigned before = capacity;
    capacity *= 2;
    assert(capacity > before);
  }
  return 0;
}
