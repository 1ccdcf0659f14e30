// provides: __isnan __isinf isnan isinf __finite finite __signbit __fpclassify fdim remainder drem __isnanf
// provides: __isinff isnanf isinff __finitef finitef __signbitf __fpclassifyf fdimf remainderf dremf __isnanl
// provides: __isinfl isnanl isinfl __finitel finitel __signbitl __fpclassifyl fdiml remainderl dreml
#include "antumbra.h"

double fmod(double x, double y);
float fmodf(float x, float y);
long double fmodl(long double x, long double y);

// below TINY, halving a number would lose bits; above HALF_MAX, doubling it would overflow
#define TINY (2 * __DBL_MIN__)
#define TINYf (2 * __FLT_MIN__)
#define TINYl (2 * __LDBL_MIN__)
#define HALF_MAX (__DBL_MAX__ / 2)
#define HALF_MAXf (__FLT_MAX__ / 2)
#define HALF_MAXl (__LDBL_MAX__ / 2)

int __isnan(double x) {
  return x != x;
}

int isnan(double x) {
  return x != x;
}

int __isinf(double x) {
  return (x == __builtin_inf()) - (x == -__builtin_inf());
}

int isinf(double x) {
  return __isinf(x);
}

int __finite(double x) {
  return x - x == 0;
}

int finite(double x) {
  return x - x == 0;
}

int __signbit(double x) {
  return __builtin_signbit(x) != 0;
}

int __fpclassify(double x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}

double fdim(double x, double y) {
  return x <= y ? 0 : x - y;
}

// x minus the multiple of y nearest to it, the even one of two: exact, like all the steps here.
double remainder(double x, double y) {
  double size = __builtin_fabs(y), rest = __builtin_fabs(x);
  if (x != x || y != y || y == 0 || x - x != 0) return (x * y) / (x * y);
  if (size <= HALF_MAX) rest = fmod(rest, size + size);
  if (size < TINY ? rest + rest > size : rest > size / 2) {
    rest -= size;
    if (size < TINY ? rest + rest >= size : rest >= size / 2) rest -= size;
  }
  return __builtin_signbit(x) ? -rest : rest;
}

double drem(double x, double y) {
  return remainder(x, y);
}

int __isnanf(float x) {
  return x != x;
}

int isnanf(float x) {
  return x != x;
}

int __isinff(float x) {
  return (x == __builtin_inff()) - (x == -__builtin_inff());
}

int isinff(float x) {
  return __isinff(x);
}

int __finitef(float x) {
  return x - x == 0;
}

int finitef(float x) {
  return x - x == 0;
}

int __signbitf(float x) {
  return __builtin_signbitf(x) != 0;
}

int __fpclassifyf(float x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}

float fdimf(float x, float y) {
  return x <= y ? 0 : x - y;
}

// x minus the multiple of y nearest to it, the even one of two: exact, like all the steps here.
float remainderf(float x, float y) {
  float size = __builtin_fabsf(y), rest = __builtin_fabsf(x);
  if (x != x || y != y || y == 0 || x - x != 0) return (x * y) / (x * y);
  if (size <= HALF_MAXf) rest = fmodf(rest, size + size);
  if (size < TINYf ? rest + rest > size : rest > size / 2) {
    rest -= size;
    if (size < TINYf ? rest + rest >= size : rest >= size / 2) rest -= size;
  }
  return __builtin_signbitf(x) ? -rest : rest;
}

float dremf(float x, float y) {
  return remainderf(x, y);
}

int __isnanl(long double x) {
  return x != x;
}

int isnanl(long double x) {
  return x != x;
}

int __isinfl(long double x) {
  return (x == __builtin_infl()) - (x == -__builtin_infl());
}

int isinfl(long double x) {
  return __isinfl(x);
}

int __finitel(long double x) {
  return x - x == 0;
}

int finitel(long double x) {
  return x - x == 0;
}

int __signbitl(long double x) {
  return __builtin_signbitl(x) != 0;
}

int __fpclassifyl(long double x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}

long double fdiml(long double x, long double y) {
  return x <= y ? 0 : x - y;
}

// x minus the multiple of y nearest to it, the even one of two: exact, like all the steps here.
long double remainderl(long double x, long double y) {
  long double size = __builtin_fabsl(y), rest = __builtin_fabsl(x);
  if (x != x || y != y || y == 0 || x - x != 0) return (x * y) / (x * y);
  if (size <= HALF_MAXl) rest = fmodl(rest, size + size);
  if (size < TINYl ? rest + rest > size : rest > size / 2) {
    rest -= size;
    if (size < TINYl ? rest + rest >= size : rest >= size / 2) rest -= size;
  }
  return __builtin_signbitl(x) ? -rest : rest;
}

long double dreml(long double x, long double y) {
  return remainderl(x, y);
}
