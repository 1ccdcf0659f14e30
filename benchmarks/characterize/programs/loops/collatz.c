// expect: fails iff the number needs more than 110 steps to come to 1
// inputs: unsigned char n
// hard: a loop that nobody knows to end
// truth: ({ unsigned x = n; int k = 0; while (x > 1 && k <= 110) { x = x % 2 ? 3 * x + 1 : x / 2; k++; } k > 110; })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned x = n, steps = 0;
  while (x > 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
    assert(steps <= 110);
  }
  return 0;
}
