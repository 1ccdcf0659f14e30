// expect: fails iff a is negative and, taken as unsigned, not below b
// inputs: int a, unsigned b
// truth: a < 0 && (unsigned)a >= b
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned b = __VERIFIER_nondet_uint();
  int less = a < b;
  long long difference = (long long)a - (long long)b;
  assert(less == (difference < 0));
  return 0;
}
