// provides: frexp frexpf ldexp ldexpf scalbn scalbnf scalbln scalblnf modf modff logb logbf ilogb ilogbf nextafter nextafterf
// On the bits of IEEE numbers, exact; ldexp rounds once. Which NaN comes of one is open: that of x + x is.
#include "antumbra.h"

double trunc(double x);
float truncf(float x);

static uint64_t bits(double x) {
  uint64_t b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}

static double number(uint64_t b) {
  double x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}

static int exponent(double x) {
  return (int)(bits(x) >> 52 & 0x7ff);
}

double frexp(double x, int *power) {
  *power = 0;
  if (x == 0 || exponent(x) == 0x7ff) return x + x;
  if (!exponent(x)) {
    x *= 0x1p64;
    *power = -64;
  }
  *power += exponent(x) - 1022;
  return number((bits(x) & ~(0x7ffull << 52)) | 1022ull << 52);
}

float frexpf(float x, int *power) {
  return (float)frexp(x, power);
}

double ldexp(double x, int power) {
  // three steps reach every power; going down, the first steps stay 53 bits above the smallest number
  for (int i = 0; i < 2 && power > 1023; i++, power -= 1023) x *= 0x1p1023;
  for (int i = 0; i < 2 && power < -1022; i++, power += 969) x *= 0x1p-969;
  if (power > 1023) power = 1023;
  if (power < -1022) power = -1022;
  return x * number((uint64_t)(power + 1023) << 52);
}

float ldexpf(float x, int power) {
  return (float)ldexp(x, power);
}

double scalbn(double x, int power) {
  return ldexp(x, power);
}

float scalbnf(float x, int power) {
  return ldexpf(x, power);
}

double scalbln(double x, long power) {
  return ldexp(x, power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power);
}

float scalblnf(float x, long power) {
  return (float)scalbln(x, power);
}

double modf(double x, double *whole) {
  *whole = trunc(x);
  if (x != x) return x + x;
  return __builtin_copysign(x - x != 0 ? 0 : x - *whole, x);
}

float modff(float x, float *whole) {
  *whole = truncf(x);
  if (x != x) return x + x;
  return __builtin_copysignf(x - x != 0 ? 0 : x - *whole, x);
}

int ilogb(double x) {
  int power;
  if (x == 0) return INT_MIN;
  if (exponent(x) == 0x7ff) return x != x ? INT_MIN : INT_MAX;
  frexp(x, &power);
  return power - 1;
}

int ilogbf(float x) {
  return ilogb(x);
}

double logb(double x) {
  if (x == 0) return -__builtin_inf();
  if (exponent(x) == 0x7ff) return x * x;
  return ilogb(x);
}

float logbf(float x) {
  return (float)logb(x);
}

double nextafter(double x, double towards) {
  if (x != x || towards != towards) return x + towards;
  if (x == towards) return towards;
  if (x == 0) return __builtin_copysign(number(1), towards);
  return number(bits(x) + ((x < towards) == (x > 0) ? 1 : -1ull));
}

float nextafterf(float x, float towards) {
  uint32_t b;
  if (x != x || towards != towards) return x + towards;
  if (x == towards) return towards;
  __builtin_memcpy(&b, &x, sizeof b);
  b = x == 0 ? (towards < 0 ? 0x80000001u : 1) : b + ((x < towards) == (x > 0) ? 1 : -1u);
  __builtin_memcpy(&x, &b, sizeof b);
  return x;
}
