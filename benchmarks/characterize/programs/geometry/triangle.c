// expect: fails iff the sides are those of a triangle and the sum of a and b does not fit an int
// inputs: int a, int b, int c
// truth: a > 0 && b > 0 && c >= a && c >= b && (long long)a + b > 2147483647LL
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int triangle(int a, int b, int c) { return a + b > c; }

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 0 && b > 0 && c >= a && c >= b);
  assert(triangle(a, b, c) == (a > c - b));
  return 0;
}
