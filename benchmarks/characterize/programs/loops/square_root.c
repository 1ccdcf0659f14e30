// expect: fails iff n is negative; from 46340^2 on the loop runs on over wrapped squares
// inputs: int n
// hard: a loop as long as the root of an input of 32 bits, over squares
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int root = 0;
  while ((root + 1) * (root + 1) <= n)
    root++;
  assert(root * root <= n);
  return 0;
}
