// provides: fmod fmodf fmodl floorl ceill truncl rintl nearbyintl roundevenl roundl fminl fmaxl fma fmaf fmal
// replay: host
// Operations of the logic that are no machine instruction: compiled natively, these functions would call themselves.
#include "antumbra.h"

double fmod(double x, double y) {
  return __builtin_fmod(x, y);
}

float fmodf(float x, float y) {
  return __builtin_fmodf(x, y);
}

long double fmodl(long double x, long double y) {
  return __builtin_fmodl(x, y);
}

long double floorl(long double x) {
  return __builtin_floorl(x);
}

long double ceill(long double x) {
  return __builtin_ceill(x);
}

long double truncl(long double x) {
  return __builtin_truncl(x);
}

long double rintl(long double x) {
  return __builtin_rintl(x);
}

long double nearbyintl(long double x) {
  return __builtin_nearbyintl(x);
}

long double roundevenl(long double x) {
  return __builtin_roundevenl(x);
}

long double roundl(long double x) {
  return __builtin_roundl(x);
}

long double fminl(long double x, long double y) {
  return __builtin_fminl(x, y);
}

long double fmaxl(long double x, long double y) {
  return __builtin_fmaxl(x, y);
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
