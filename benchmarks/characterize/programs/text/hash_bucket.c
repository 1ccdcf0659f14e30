// expect: fails iff the hash is negative and no multiple of 16
// inputs: int key
// truth: (int)((unsigned)key * 31u + 7u) % 16 < 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int hash(int key) { return key * 31 + 7; }

int main(void) {
  int key = __VERIFIER_nondet_int();
  int bucket = hash(key) % 16;
  assert(bucket >= 0 && bucket < 16);
  return 0;
}
