// expect: fails iff n is -1, or positive and leaves 2 when divided by 3
// inputs: int n
// hard: a loop as long as an input of 32 bits
// truth: n == -1 || (n > 0 && n % 3 == 2)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int left = n;
  while (left > 0)
    left -= 3;
  assert(left != -1);
  return 0;
}
