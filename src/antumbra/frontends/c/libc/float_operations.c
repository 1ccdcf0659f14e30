// provides: fabs fabsf fabsl floor floorf floorl ceil ceilf ceill trunc truncf truncl round roundf roundl roundeven
// provides: roundevenf roundevenl rint rintf rintl nearbyint nearbyintf nearbyintl sqrt sqrtf sqrtl copysign
// provides: copysignf copysignl fmin fminf fminl fmax fmaxf fmaxl fmod fmodf fmodl fma fmaf fmal lrint lrintf lrintl
// provides: llrint llrintf llrintl lround lroundf lroundl llround llroundf llroundl
// replay: host
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

double floor(double x) {
  return __builtin_floor(x);
}

float floorf(float x) {
  return __builtin_floorf(x);
}

long double floorl(long double x) {
  return __builtin_floorl(x);
}

double ceil(double x) {
  return __builtin_ceil(x);
}

float ceilf(float x) {
  return __builtin_ceilf(x);
}

long double ceill(long double x) {
  return __builtin_ceill(x);
}

double trunc(double x) {
  return __builtin_trunc(x);
}

float truncf(float x) {
  return __builtin_truncf(x);
}

long double truncl(long double x) {
  return __builtin_truncl(x);
}

double round(double x) {
  return __builtin_round(x);
}

float roundf(float x) {
  return __builtin_roundf(x);
}

long double roundl(long double x) {
  return __builtin_roundl(x);
}

double roundeven(double x) {
  return __builtin_roundeven(x);
}

float roundevenf(float x) {
  return __builtin_roundevenf(x);
}

long double roundevenl(long double x) {
  return __builtin_roundevenl(x);
}

double rint(double x) {
  return __builtin_rint(x);
}

float rintf(float x) {
  return __builtin_rintf(x);
}

long double rintl(long double x) {
  return __builtin_rintl(x);
}

double nearbyint(double x) {
  return __builtin_nearbyint(x);
}

float nearbyintf(float x) {
  return __builtin_nearbyintf(x);
}

long double nearbyintl(long double x) {
  return __builtin_nearbyintl(x);
}

double sqrt(double x) {
  return __builtin_sqrt(x);
}

float sqrtf(float x) {
  return __builtin_sqrtf(x);
}

long double sqrtl(long double x) {
  return __builtin_sqrtl(x);
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

long double fminl(long double x, long double y) {
  return __builtin_fminl(x, y);
}

double fmax(double x, double y) {
  return __builtin_fmax(x, y);
}

float fmaxf(float x, float y) {
  return __builtin_fmaxf(x, y);
}

long double fmaxl(long double x, long double y) {
  return __builtin_fmaxl(x, y);
}

double fmod(double x, double y) {
  return __builtin_fmod(x, y);
}

float fmodf(float x, float y) {
  return __builtin_fmodf(x, y);
}

long double fmodl(long double x, long double y) {
  return __builtin_fmodl(x, y);
}

double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}

float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}

long double fmal(long double x, long double y, long double z) {
  return __builtin_fmal(x, y, z);
}

long lrint(double x) {
  return (long)__builtin_rint(x);
}

long lrintf(float x) {
  return (long)__builtin_rintf(x);
}

long lrintl(long double x) {
  return (long)__builtin_rintl(x);
}

long long llrint(double x) {
  return (long long)__builtin_rint(x);
}

long long llrintf(float x) {
  return (long long)__builtin_rintf(x);
}

long long llrintl(long double x) {
  return (long long)__builtin_rintl(x);
}

long lround(double x) {
  return (long)__builtin_round(x);
}

long lroundf(float x) {
  return (long)__builtin_roundf(x);
}

long lroundl(long double x) {
  return (long)__builtin_roundl(x);
}

long long llround(double x) {
  return (long long)__builtin_round(x);
}

long long llroundf(float x) {
  return (long long)__builtin_roundf(x);
}

long long llroundl(long double x) {
  return (long long)__builtin_roundl(x);
}
