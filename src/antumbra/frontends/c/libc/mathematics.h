// Functions of <math.h> that the C standard does not define exactly. For numbers that are known: what Annex F says
// exactly, else what lies within MARGIN units in the last place of the true result, which is calculated with the 64 bits
// of a long double. For unknown numbers: what lies in the range of the function. No branch depends on unknown numbers.
#ifndef ANTUMBRA_MATHEMATICS_H
#define ANTUMBRA_MATHEMATICS_H

#include "antumbra.h"

typedef long double real;

enum { MARGIN = 4 };
#define INFINITY __builtin_inf()
#define NOT_A_NUMBER __builtin_nan("")
#define LN2 0xb.17217f7d1cf79acp-4L
#define PI 0xc.90fdaa22168c235p-2L

// What is known of a result: all of it, how near it is, or nothing but its range.
enum knowledge { EXACT, NEAR, RANGE };
struct answer {
  enum knowledge knowledge;
  real value;
};

static inline struct answer exact(real value) {
  return (struct answer){EXACT, value};
}

static inline struct answer near(real value) {
  return (struct answer){NEAR, value};
}

static inline int is_known(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return !klee_is_symbolic((uintptr_t)bits) && !klee_is_symbolic((uintptr_t)(bits >> 32));
}

static inline int is_finite(double x) {
  return __builtin_fabs(x) < INFINITY;
}

// "yes" if the condition is 1, "no" if it is 0.
static inline double pick(int condition, double yes, double no) {
  uint64_t a, b, mask = -(uint64_t)condition;
  __builtin_memcpy(&a, &yes, sizeof a);
  __builtin_memcpy(&b, &no, sizeof b);
  a = (a & mask) | (b & ~mask);
  __builtin_memcpy(&yes, &a, sizeof a);
  return yes;
}

// Any number of an interval, if "any" is any number at all.
static inline double between(double any, double low, double high) {
  any = pick(any >= low, any, low);
  return pick(any <= high, any, high);
}

// glibc sets errno, others do not.
OPEN_RESULT(int, errno_of_mathematics);

static inline void note(int domain, int range) {
  int open = __antumbra_any_errno_of_mathematics() & 1;
  errno += (EDOM - errno) & -(domain & open);
  errno += (ERANGE - errno) & -(range & open & !domain);
}

// So many floating-point numbers up or down, not beyond infinity.
static double steps(double x, int count) {
  int64_t bits, most = 0x7ff0000000000000;
  __builtin_memcpy(&bits, &x, sizeof bits);
  if (bits < 0) bits = INT64_MIN - bits;
  bits += count;
  if (bits > most) bits = most;
  if (bits < -most) bits = -most;
  if (bits < 0) bits = INT64_MIN - bits;
  __builtin_memcpy(&x, &bits, sizeof bits);
  return x;
}

static float float_steps(float x, int count) {
  int32_t bits, most = 0x7f800000;
  __builtin_memcpy(&bits, &x, sizeof bits);
  if (bits < 0) bits = INT32_MIN - bits;
  bits += count;
  if (bits > most) bits = most;
  if (bits < -most) bits = -most;
  if (bits < 0) bits = INT32_MIN - bits;
  __builtin_memcpy(&x, &bits, sizeof bits);
  return x;
}

static inline double larger(double a, double b) {
  return a > b ? a : b;
}

static inline double smaller(double a, double b) {
  return a < b ? a : b;
}

static double in_double(struct answer a, double (*any)(void), double low, double high) {
  if (a.knowledge == EXACT) return (double)a.value;
  if (a.knowledge == RANGE) return between(any(), low, high);
  double x = (double)a.value;
  return between(any(), larger(steps(x, -MARGIN), low), smaller(steps(x, MARGIN), high));
}

static float in_float(struct answer a, double (*any)(void), double low, double high) {
  if (a.knowledge == EXACT) return (float)a.value;
  if (a.knowledge == RANGE) return (float)between(any(), low, high);
  float x = (float)a.value;
  return (float)between(any(), larger(float_steps(x, -MARGIN), low), smaller(float_steps(x, MARGIN), high));
}

// A function of one number. Of x: what it is if x is known, where it is not a number, where it may be out of range, its
// least and greatest value, and what becomes of a "result" that was chosen.
#define FUNCTION(name, answer_of, undefined, out_of_range, low, high, result_of)               \
  double __antumbra_any_##name(void) ANTUMBRA_OURS("any." #name);                              \
  double __antumbra_any_##name##f(void) ANTUMBRA_OURS("any." #name "f");                       \
  long double __antumbra_any_##name##l(void) ANTUMBRA_OURS("any." #name "l");                  \
  static double any_##name(void) { return __antumbra_any_##name(); }                           \
  static double any_##name##f(void) { return __antumbra_any_##name##f(); }                     \
  static double unknown_##name(double x, double any) {                                         \
    double result = between(any, low, high);                                                   \
    return pick(undefined, NOT_A_NUMBER, result_of);                                           \
  }                                                                                            \
  double name(double x) {                                                                      \
    note((undefined) & (x == x), (out_of_range) & is_finite(x));                               \
    if (is_known(x)) return in_double(answer_of(x), any_##name, low, high);                    \
    return unknown_##name(x, any_##name());                                                    \
  }                                                                                            \
  float name##f(float given) {                                                                 \
    double x = given;                                                                          \
    note((undefined) & (x == x), (out_of_range) & is_finite(x));                               \
    if (is_known(x)) return in_float(answer_of(x), any_##name##f, low, high);                  \
    return (float)unknown_##name(x, any_##name##f());                                          \
  }                                                                                            \
  long double name##l(long double x) {                                                         \
    (void)x;                                                                                   \
    note(1, 0);                                                                                \
    note(0, 1);                                                                                \
    return __antumbra_any_##name##l();                                                         \
  }

// ---------------------------------------------------------------- calculation with 64 bits

static real two_to(int power) {
  struct {
    uint64_t mantissa;
    uint16_t exponent;
  } parts = {1ull << 63, (uint16_t)(16383 + power)};
  real x = 0;
  __builtin_memcpy(&x, &parts, 10);
  return x;
}

// x is finite and positive: the mantissa from 1 to 2 and the exponent.
static real mantissa_of(real x, int *power) {
  uint16_t high;
  __builtin_memcpy(&high, (const char *)&x + 8, sizeof high);
  *power = high - 16383;
  high = 16383;
  __builtin_memcpy((char *)&x + 8, &high, sizeof high);
  return x;
}

static real exponential(real x) {
  if (x > 11000) return INFINITY;
  if (x < -11000) return 0;
  int power = (int)(x / LN2 + (x < 0 ? -0.5L : 0.5L));
  real rest = x - power * 0xb17217f7d1cfp-48L - power * 0x79abc9e3b39803f3p-112L, term = 1, sum = 1;
  for (int i = 1; i < 24; i++) {
    term *= rest / i;
    sum += term;
  }
  return sum * two_to(power);
}

// The inverse of tanh, times two, of a small number.
static real twice_inverse(real s) {
  real square = s * s, power = s, sum = s;
  for (int i = 3; i < 40; i += 2) {
    power *= square;
    sum += power / i;
  }
  return 2 * sum;
}

static real logarithm(real x) {
  int power;
  real m = mantissa_of(x, &power);
  if (m > 1.41421356L) {
    m /= 2;
    power++;
  }
  return power * 0xb17217f7d1cfp-48L + (power * 0x79abc9e3b39803f3p-112L + twice_inverse((m - 1) / (m + 1)));
}

// sin (odd 1) or cos (odd 0) of a number between -1 and 1
static real series(real x, int odd, real sign) {
  real square = x * x * sign, term = odd ? x : 1, sum = term;
  for (int i = odd ? 2 : 1; i < 30; i += 2) {
    term *= square / (real)(i * (i + 1));
    sum += term;
  }
  return sum;
}

static real arc(real x) {
  real a = x < 0 ? -x : x, inverse = a > 1 ? 1 / a : a;
  for (int i = 0; i < 2; i++) inverse = inverse / (1 + __builtin_sqrtl(1 + inverse * inverse));
  real square = inverse * inverse, power = inverse, sum = inverse;
  for (int i = 3; i < 34; i += 2) {
    power *= -square;
    sum += power / i;
  }
  sum *= 4;
  if (a > 1) sum = PI / 2 - sum;
  return x < 0 ? -sum : sum;
}

#endif
