// provides: fabs fabsf fabsl copysign copysignf copysignl fmin fminf fmax fmaxf floor floorf ceil
// provides: ceilf trunc truncf rint rintf nearbyint nearbyintf roundeven roundevenf round roundf lrint lrintf llrint
// provides: llrintf lround lroundf llround llroundf
// One operation of the logic each: the compiler's own functions stand for them.
#include "antumbra.h"

double fabs(double x) {
  return __builtin_fabs(x);
}

float fabsf(float x) {
  return __builtin_fabsf(x);
}

long double fabsl(long double x) {
  return __builtin_fabsl(x);
}

double copysign(double x, double y) {
  return __builtin_copysign(x, y);
}

float copysignf(float x, float y) {
  return __builtin_copysignf(x, y);
}

long double copysignl(long double x, long double y) {
  return __builtin_copysignl(x, y);
}

double fmin(double x, double y) {
  return __builtin_fmin(x, y);
}

float fminf(float x, float y) {
  return __builtin_fminf(x, y);
}

double fmax(double x, double y) {
  return __builtin_fmax(x, y);
}

float fmaxf(float x, float y) {
  return __builtin_fmaxf(x, y);
}

double floor(double x) {
  return __builtin_floor(x);
}

float floorf(float x) {
  return __builtin_floorf(x);
}

double ceil(double x) {
  return __builtin_ceil(x);
}

float ceilf(float x) {
  return __builtin_ceilf(x);
}

double trunc(double x) {
  return __builtin_trunc(x);
}

float truncf(float x) {
  return __builtin_truncf(x);
}

double rint(double x) {
  return __builtin_rint(x);
}

float rintf(float x) {
  return __builtin_rintf(x);
}

double nearbyint(double x) {
  return __builtin_nearbyint(x);
}

float nearbyintf(float x) {
  return __builtin_nearbyintf(x);
}

double roundeven(double x) {
  return __builtin_roundeven(x);
}

float roundevenf(float x) {
  return __builtin_roundevenf(x);
}

// halves away from zero: x - whole is exact
double round(double x) {
  double whole = __builtin_trunc(x);
  return whole + __builtin_copysign(__builtin_fabs(x - whole) >= 0.5, x);
}

float roundf(float x) {
  float whole = __builtin_truncf(x);
  return whole + __builtin_copysignf(__builtin_fabsf(x - whole) >= 0.5f, x);
}

// A whole number as an integer of a type whose least number is given; what lies outside has no specified result.
#define AS_INTEGER(type, least, number)                                                       \
  ({                                                                                          \
    __typeof__(number) whole = number;                                                        \
    if (!(whole >= (__typeof__(whole))least && whole < -(__typeof__(whole))least))            \
      __antumbra_unsupported("rounding to an integer of a number outside its range");         \
    (type)whole;                                                                              \
  })

long lrint(double x) {
  return AS_INTEGER(long, LONG_MIN, __builtin_rint(x));
}

long lrintf(float x) {
  return AS_INTEGER(long, LONG_MIN, __builtin_rintf(x));
}

long long llrint(double x) {
  return AS_INTEGER(long long, LLONG_MIN, __builtin_rint(x));
}

long long llrintf(float x) {
  return AS_INTEGER(long long, LLONG_MIN, __builtin_rintf(x));
}

long lround(double x) {
  return AS_INTEGER(long, LONG_MIN, round(x));
}

long lroundf(float x) {
  return AS_INTEGER(long, LONG_MIN, roundf(x));
}

long long llround(double x) {
  return AS_INTEGER(long long, LLONG_MIN, round(x));
}

long long llroundf(float x) {
  return AS_INTEGER(long long, LLONG_MIN, roundf(x));
}
