// expect: safe
#include <assert.h>
#include <math.h>
int main(void) {
  assert(sqrt(2.25) == 1.5 && fabs(-3.5) == 3.5 && floor(-1.5) == -2.0 && ceil(1.2) == 2.0);
  assert(0.1 + 0.2 != 0.3 && 0.5f + 0.25f == 0.75f);
  assert(1.0 / 3.0 * 3.0 == 1.0);
  assert(isinf(1e308 * 10) && isnan(0.0 / 0.0 * 1));
  assert(fmax(1.0, 2.0) == 2.0 && trunc(-1.7) == -1.0);
  long double wide = 1.0L / 3;
  assert((double)wide == 1.0 / 3);
  return 0;
}
