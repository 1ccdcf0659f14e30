// expect: fails iff both directions are green: in the first second of each round of sixty
// inputs: unsigned second
// truth: second % 60 < 30 && (second + 30) % 60 <= 30
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int north(unsigned second) { return second % 60 < 30; }
static int east(unsigned second) { return (second + 30) % 60 <= 30; } /* < */

int main(void) {
  unsigned second = __VERIFIER_nondet_uint();
  int both = north(second) && east(second);
  assert(!both);
  return 0;
}
