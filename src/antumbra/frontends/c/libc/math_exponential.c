// provides: exp expf expl exp2 exp2f exp2l exp10 exp10f exp10l expm1 expm1f expm1l log logf logl log2 log2f log2l log10
// provides: log10f log10l log1p log1pf log1pl sinh sinhf sinhl cosh coshf coshl tanh tanhf tanhl asinh asinhf asinhl
// provides: acosh acoshf acoshl atanh atanhf atanhl
#include "mathematics.h"

static struct answer power_of(double x, real scale) {
  if (x == 0) return exact(1);
  if (x != x) return exact(x);
  if (!is_finite(x)) return exact(x > 0 ? INFINITY : 0);
  return near(exponential(x * scale));
}

static struct answer natural(double x) {
  return power_of(x, 1);
}

// exact for whole numbers: an error of less than a unit is none
static struct answer binary(double x) {
  if (x >= -1000 && x <= 1000 && x == (int)x) return exact(two_to((int)x));
  return power_of(x, LN2);
}

static struct answer decimal(double x) {
  return power_of(x, 2.302585092994045684017991454684364L);
}

static struct answer minus_one(double x) {
  if (x == 0 || x != x) return exact(x);
  if (!is_finite(x)) return exact(x > 0 ? INFINITY : -1);
  if (x > 0.5 || x < -0.5) return near(exponential(x) - 1);
  real term = x, sum = x;
  for (int i = 2; i < 24; i++) {
    term *= x / (real)i;
    sum += term;
  }
  return near(sum);
}

static struct answer logarithm_to(double x, real scale) {
  if (x == 0) return exact(-INFINITY);
  if (!(x > 0)) return exact(NOT_A_NUMBER);
  if (x == 1) return exact(0);
  return is_finite(x) ? near(logarithm(x) * scale) : exact(x);
}

static struct answer natural_logarithm(double x) {
  return logarithm_to(x, 1);
}

static struct answer binary_logarithm(double x) {
  int power;
  if (x > 0 && is_finite(x) && mantissa_of(x, &power) == 1) return exact(power);
  return logarithm_to(x, 1.442695040888963407359924681001892L);
}

static struct answer decimal_logarithm(double x) {
  return logarithm_to(x, 0.4342944819032518276511289189166051L);
}

static struct answer logarithm_of_one_and(double x) {
  if (x == 0 || x != x) return exact(x);
  if (x == -1) return exact(-INFINITY);
  if (x < -1) return exact(NOT_A_NUMBER);
  if (!is_finite(x)) return exact(x);
  return near(x > -0.25 && x < 0.5 ? twice_inverse(x / (2 + (real)x)) : logarithm(1 + (real)x));
}

static real half_difference(real x) {
  return x < 0.5L && x > -0.5L ? series(x, 1, 1) : (exponential(x) - exponential(-x)) / 2;
}

static struct answer hyperbolic_sine(double x) {
  return x == 0 || !is_finite(x) ? exact(x) : near(half_difference(x));
}

static struct answer hyperbolic_cosine(double x) {
  if (x == 0) return exact(1);
  if (!is_finite(x)) return exact(x * x);
  return near((exponential(x) + exponential(-(real)x)) / 2);
}

static struct answer hyperbolic_tangent(double x) {
  if (x == 0 || x != x) return exact(x);
  if (x > 100 || x < -100) return is_finite(x) ? near(x > 0 ? 1 : -1) : exact(x > 0 ? 1 : -1);
  return near(half_difference(x) / ((exponential(x) + exponential(-(real)x)) / 2));
}

static struct answer only_range(double x) {
  (void)x;
  return (struct answer){RANGE, 0};
}

static struct answer inverse_sine(double x) {
  return x == 0 || !is_finite(x) ? exact(x) : only_range(x);
}

static struct answer inverse_cosine(double x) {
  if (x == 1) return exact(0);
  if (!(x > 1)) return exact(NOT_A_NUMBER);
  return is_finite(x) ? only_range(x) : exact(x);
}

static struct answer inverse_tangent(double x) {
  if (x == 0 || x != x) return exact(x);
  if (x == 1 || x == -1) return exact(x * INFINITY);
  return x > -1 && x < 1 ? near(twice_inverse(x) / 2) : exact(NOT_A_NUMBER);
}

// The series is short: other numbers have nothing but their range.
static struct answer inverse_tangent_near_zero(double x) {
  struct answer a = inverse_tangent(x);
  return a.knowledge == NEAR && (x > 0.2 || x < -0.2) ? only_range(x) : a;
}

#define AT_ZERO(value) pick(x == 0, value, result)
#define EXPONENTIAL pick(x == 0, 1, pick(x == INFINITY, INFINITY, pick(x == -INFINITY, 0, result)))
#define LOGARITHM pick(x == 0, -INFINITY, pick(x == 1, 0, pick(x == INFINITY, INFINITY, result)))
// the sign of a logarithm is that of x - 1
#define LOG_LOW(least) pick(x > 1, 0, least)
#define LOG_HIGH(most) pick(x < 1, 0, most)

FUNCTION(exp, natural, x != x, (x > 88) | (x < -87), 0, INFINITY, EXPONENTIAL)
FUNCTION(exp2, binary, x != x, (x > 127) | (x < -126), 0, INFINITY, EXPONENTIAL)
FUNCTION(exp10, decimal, x != x, (x > 38) | (x < -37), 0, INFINITY, EXPONENTIAL)
FUNCTION(expm1, minus_one, x != x, (x > 88) | (__builtin_fabs(x) < 1e-30), -1, INFINITY, AT_ZERO(x))
FUNCTION(log, natural_logarithm, !(x >= 0), x == 0, LOG_LOW(-746), LOG_HIGH(711), LOGARITHM)
FUNCTION(log2, binary_logarithm, !(x >= 0), x == 0, LOG_LOW(-1075), LOG_HIGH(1025), LOGARITHM)
FUNCTION(log10, decimal_logarithm, !(x >= 0), x == 0, LOG_LOW(-324), LOG_HIGH(309), LOGARITHM)
FUNCTION(log1p, logarithm_of_one_and, !(x >= -1), (x == -1) | (__builtin_fabs(x) < 1e-30), -INFINITY, INFINITY, AT_ZERO(x))
FUNCTION(sinh, hyperbolic_sine, x != x, (__builtin_fabs(x) > 88) | (__builtin_fabs(x) < 1e-30), -INFINITY, INFINITY, AT_ZERO(x))
FUNCTION(cosh, hyperbolic_cosine, x != x, __builtin_fabs(x) > 88, 0.999999, INFINITY, AT_ZERO(1))
FUNCTION(tanh, hyperbolic_tangent, x != x, __builtin_fabs(x) < 1e-30, -1, 1, AT_ZERO(x))
FUNCTION(asinh, inverse_sine, x != x, __builtin_fabs(x) < 1e-30, -INFINITY, INFINITY, AT_ZERO(x))
FUNCTION(acosh, inverse_cosine, !(x >= 1), 0, 0, INFINITY, pick(x == 1, 0, result))
FUNCTION(atanh, inverse_tangent_near_zero, !(__builtin_fabs(x) <= 1), (__builtin_fabs(x) == 1) | (__builtin_fabs(x) < 1e-30), -INFINITY, INFINITY, AT_ZERO(x))
