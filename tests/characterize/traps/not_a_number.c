// expect: fails iff x is not a number; its sign and payload are nobody's business
// bounds: exact
// inputs: float x
// truth: x != x
#include <assert.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = x - x + x;
  if (x == x && x - x == 0) assert(y == x || y != y);
  else assert(x == x);
  return 0;
}
