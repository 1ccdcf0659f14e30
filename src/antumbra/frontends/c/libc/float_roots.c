// provides: sqrt sqrtf sqrtl
// One operation of the logic each, and errno.
#include "antumbra.h"

// Without a branch: paths are not for errno.
static inline void no_root(int is_negative) {
  errno += (EDOM - errno) & -is_negative;
}

double sqrt(double x) {
  no_root(x < 0);
  return __builtin_sqrt(x);
}

float sqrtf(float x) {
  no_root(x < 0);
  return __builtin_sqrtf(x);
}

long double sqrtl(long double x) {
  no_root(x < 0);
  return __builtin_sqrtl(x);
}
