// provides: pow powf powl cbrt cbrtf cbrtl hypot hypotf hypotl erf erff erfl erfc erfcf erfcl tgamma tgammaf tgammal
#include "mathematics.h"

static int is_whole(double y) {
  return y == __builtin_trunc(y);
}

static int is_odd(double y) {
  return is_whole(y) && __builtin_fabs(y) < 0x1p53 && (int64_t)y & 1;
}

// A whole power of a short number is often exact: an error of less than a unit is none then.
static int exact_power(double x, double y, struct answer *result) {
  int power;
  if (!is_whole(y) || __builtin_fabs(y) > 2000) return 0;
  real m = mantissa_of(x, &power);
  int count = (int)y;
  while (m != __builtin_truncl(m)) {
    m *= 2;
    power--;
  }
  if (m != 1 && count < 0) return 0;
  real product = 1;
  for (int i = 0; i < count && m != 1; i++) {
    product *= m;
    if (product >= 0x1p24) return 0;  // also in a float
  }
  int whole = power * count;
  if (whole < -125 || whole > 100) {
    if (m != 1 || whole < -1022 || whole > 1023) return 0;
  }
  *result = exact(product * two_to(whole));
  return 1;
}

static struct answer power(double x, double y) {
  struct answer result;
  if (y == 0 || x == 1) return exact(1);
  if (x != x || y != y) return exact(NOT_A_NUMBER);
  double size = __builtin_fabs(x), sign = __builtin_signbit(x) && is_odd(y) ? -1 : 1;
  if (!is_finite(y)) {
    if (size == 1) return exact(1);
    return exact((size > 1) == (y > 0) ? INFINITY : 0);
  }
  if (x == 0 || !is_finite(x)) return exact((x == 0) == (y > 0) ? sign * 0.0 : sign * INFINITY);
  if (x < 0 && !is_whole(y)) return exact(NOT_A_NUMBER);
  if (exact_power(size, y, &result)) return exact(sign * result.value);
  real exponent = y * logarithm(size);
  return near(sign * exponential(exponent));
}

OPEN_RESULT(double, pow);
OPEN_RESULT(double, powf);
OPEN_RESULT(long double, powl);

static double any_pow(void) {
  return __antumbra_any_pow();
}

static double any_powf(void) {
  return __antumbra_any_powf();
}

static int no_power(double x, double y) {
  return ((x != x) & (y != 0)) | ((y != y) & (x != 1)) | ((x < 0) & is_finite(x) & is_finite(y) & !is_whole(y));
}

static double unknown_power(double x, double y, double any) {
  double result = between(any, pick(__builtin_signbit(x) != 0, -INFINITY, 0), INFINITY);
  return pick(no_power(x, y), NOT_A_NUMBER, pick((y == 0) | (x == 1), 1, result));
}

double pow(double x, double y) {
  note(no_power(x, y) & (x == x) & (y == y), is_finite(x) & is_finite(y));
  if (is_known(x) && is_known(y)) return in_double(power(x, y), any_pow, -INFINITY, INFINITY);
  return unknown_power(x, y, any_pow());
}

float powf(float x, float y) {
  note(no_power(x, y) & (x == x) & (y == y), is_finite(x) & is_finite(y));
  if (is_known(x) && is_known(y)) return in_float(power(x, y), any_powf, -INFINITY, INFINITY);
  return (float)unknown_power(x, y, any_powf());
}

long double powl(long double x, long double y) {
  (void)x, (void)y;
  note(1, 0);
  note(0, 1);
  return __antumbra_any_powl();
}

OPEN_RESULT(double, hypot);
OPEN_RESULT(double, hypotf);
OPEN_RESULT(long double, hypotl);

static double any_hypot(void) {
  return __antumbra_any_hypot();
}

static double any_hypotf(void) {
  return __antumbra_any_hypotf();
}

static struct answer length(double x, double y) {
  if (__builtin_isinf(x) || __builtin_isinf(y)) return exact(INFINITY);
  if (x != x || y != y) return exact(NOT_A_NUMBER);
  if (x == 0 || y == 0) return exact(__builtin_fabs(x) + __builtin_fabs(y));
  return near(__builtin_sqrtl((real)x * x + (real)y * y));
}

static double unknown_length(double x, double y, double any) {
  int infinite = (__builtin_fabs(x) == INFINITY) | (__builtin_fabs(y) == INFINITY);
  return pick(infinite, INFINITY, pick((x != x) | (y != y), NOT_A_NUMBER, between(any, 0, INFINITY)));
}

double hypot(double x, double y) {
  note(0, 1);
  if (is_known(x) && is_known(y)) return in_double(length(x, y), any_hypot, 0, INFINITY);
  return unknown_length(x, y, any_hypot());
}

float hypotf(float x, float y) {
  note(0, 1);
  if (is_known(x) && is_known(y)) return in_float(length(x, y), any_hypotf, 0, INFINITY);
  return (float)unknown_length(x, y, any_hypotf());
}

long double hypotl(long double x, long double y) {
  (void)x, (void)y;
  note(0, 1);
  return __antumbra_any_hypotl();
}

static struct answer cube_root(double x) {
  if (x == 0 || !is_finite(x)) return exact(x);
  real value = exponential(logarithm(__builtin_fabs(x)) / 3);
  return near(x < 0 ? -value : value);
}

static struct answer only_range(double x) {
  return x == x ? (struct answer){RANGE, 0} : exact(x);
}

static struct answer error_function(double x) {
  return x == 0 ? exact(x) : only_range(x);
}

static struct answer gamma_function(double x) {
  if (x == 0) return exact(1 / x);
  if (x == -INFINITY || (x < 0 && is_whole(x))) return exact(NOT_A_NUMBER);
  return x == INFINITY ? exact(x) : only_range(x);
}

FUNCTION(cbrt, cube_root, x != x, 0, -INFINITY, INFINITY, pick(x == 0, x, result))
FUNCTION(erf, error_function, x != x, __builtin_fabs(x) < 1e-30, -1, 1, pick(x == 0, x, result))
FUNCTION(erfc, only_range, x != x, x > 9, 0, 2, result)
FUNCTION(tgamma, gamma_function, (x != x) | (x == -INFINITY) | ((x < 0) & is_whole(x)), 1, -INFINITY, INFINITY, result)
