// provides: sin sinf sinl cos cosf cosl tan tanf tanl asin asinf asinl acos acosf acosl atan atanf atanl atan2 atan2f
// provides: atan2l
#include "mathematics.h"

// The rest of a division by a quarter of the circle, and how many quarters there are; 0 if 64 bits are too few.
static int quarters(real x, int *count, real *rest) {
  if (x > 1048576 || x < -1048576) return 0;
  int n = (int)(x * 2 / PI + (x < 0 ? -0.5L : 0.5L));
  *rest = x - n * 0x1921fb54442p-40L - n * 0xd18469898cp-80L - n * 0xc51701b839p-120L;
  *count = n;
  return !n || *rest > 0.001L || *rest < -0.001L;
}

static struct answer wave(double x, int shift) {
  int n;
  real rest;
  if (!is_finite(x)) return exact(NOT_A_NUMBER);
  if (!quarters(x, &n, &rest)) return (struct answer){RANGE, 0};
  n = (n + shift) & 3;
  real value = series(rest, !(n & 1), -1);
  return near(n & 2 ? -value : value);
}

static struct answer sine(double x) {
  return x == 0 ? exact(x) : wave(x, 0);
}

static struct answer cosine(double x) {
  return x == 0 ? exact(1) : wave(x, 1);
}

static struct answer tangent(double x) {
  if (x == 0) return exact(x);
  struct answer s = wave(x, 0), c = wave(x, 1);
  return s.knowledge == NEAR ? near(s.value / c.value) : s;
}

static struct answer arc_sine(double x) {
  if (x == 0) return exact(x);
  if (!(x >= -1 && x <= 1)) return exact(NOT_A_NUMBER);
  real a = x, other = __builtin_sqrtl((1 - a) * (1 + a));
  return near(other == 0 ? x * PI / 2 : arc(a / other));
}

static struct answer arc_cosine(double x) {
  if (x == 1) return exact(0);
  if (!(x >= -1 && x <= 1)) return exact(NOT_A_NUMBER);
  real a = x, other = __builtin_sqrtl((1 - a) * (1 + a));
  return near(x == 0 ? PI / 2 : x > 0 ? arc(other / a) : PI + arc(other / a));
}

static struct answer arc_tangent(double x) {
  if (x == 0 || x != x) return exact(x);
  return near(is_finite(x) ? arc(x) : x > 0 ? PI / 2 : -PI / 2);
}

FUNCTION(sin, sine, !is_finite(x), 0, -1, 1, pick(x == 0, x, result))
FUNCTION(cos, cosine, !is_finite(x), 0, -1, 1, pick(x == 0, 1, result))
FUNCTION(tan, tangent, !is_finite(x), 0, -INFINITY, INFINITY, pick(x == 0, x, result))
FUNCTION(asin, arc_sine, !(__builtin_fabs(x) <= 1), 0, -1.57080, 1.57080, pick(x == 0, x, result))
FUNCTION(acos, arc_cosine, !(__builtin_fabs(x) <= 1), 0, 0, 3.14160, pick(x == 1, 0, result))
FUNCTION(atan, arc_tangent, x != x, 0, -1.57080, 1.57080, pick(x == 0, x, result))

OPEN_RESULT(double, atan2);
OPEN_RESULT(double, atan2f);
OPEN_RESULT(long double, atan2l);

static double any_atan2(void) {
  return __antumbra_any_atan2();
}

static double any_atan2f(void) {
  return __antumbra_any_atan2f();
}

static int is_negative(double x) {
  return __builtin_signbit(x) != 0;
}

static struct answer angle(double y, double x) {
  if (x != x || y != y) return exact(NOT_A_NUMBER);
  real sign = is_negative(y) ? -1 : 1;
  if (y == 0) return is_negative(x) ? near(sign * PI) : exact(y);
  if (!is_finite(y)) return near(sign * (is_finite(x) ? PI / 2 : x > 0 ? PI / 4 : 3 * PI / 4));
  if (!is_finite(x)) return x > 0 ? exact(sign * 0.0L) : near(sign * PI);
  if (x == 0) return near(sign * PI / 2);
  real value = arc((real)y / x);
  return near(x > 0 ? value : sign * PI + value);
}

#define LOW_ANGLE -3.14160
#define HIGH_ANGLE 3.14160

static double unknown_angle(double y, double x, double any) {
  return pick((x != x) | (y != y), NOT_A_NUMBER, between(any, LOW_ANGLE, HIGH_ANGLE));
}

double atan2(double y, double x) {
  note(0, 1);
  if (is_known(x) && is_known(y)) return in_double(angle(y, x), any_atan2, LOW_ANGLE, HIGH_ANGLE);
  return unknown_angle(y, x, any_atan2());
}

float atan2f(float y, float x) {
  note(0, 1);
  if (is_known(x) && is_known(y)) return in_float(angle(y, x), any_atan2f, LOW_ANGLE, HIGH_ANGLE);
  return (float)unknown_angle(y, x, any_atan2f());
}

long double atan2l(long double y, long double x) {
  (void)x, (void)y;
  note(0, 1);
  return __antumbra_any_atan2l();
}
