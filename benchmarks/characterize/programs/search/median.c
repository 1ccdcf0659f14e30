// expect: fails iff c lies strictly between b and a, b the smallest
// inputs: int a, int b, int c
// truth: b < c && c < a
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int median(int a, int b, int c) {
  if (a <= b) {
    if (b <= c) return b;
    return a <= c ? c : a;
  }
  if (a <= c) return a;
  return b < c ? a : b; /* c : b */
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  int m = median(a, b, c);
  int below = (a <= m) + (b <= m) + (c <= m), above = (a >= m) + (b >= m) + (c >= m);
  assert(below >= 2 && above >= 2);
  return 0;
}
