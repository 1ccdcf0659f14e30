// provides: strtod strtof strtold atof __strtod_internal
// Correctly rounded for decimal numbers. Hexadecimal ones are too, except below the normal range, where they round
// twice, which is not supported.
#include "antumbra.h"

enum { MOST = 800 };  // more digits than a double can tell apart

// 0.ddd… times ten to the power of point; lost says that nonzero digits were cut off
struct decimal {
  int count, point, lost;
  byte digit[MOST + 24];
};

struct format {
  int bits, lowest;  // of the mantissa; smallest exponent of a normal number in [0.5, 1) times two to a power
  unsigned long long exact_value;  // whole numbers up to here are exact,
  int exact_power;  // and so are powers of ten up to here
};

static const struct format in_double = {53, -1021, 1ull << 53, 22}, in_float = {24, -125, 1ull << 24, 10};

static void trim(struct decimal *d) {
  while (d->count && !d->digit[d->count - 1]) d->count--;
}

// Division by two to the power of k, at most 27.
static void halve(struct decimal *d, int k) {
  unsigned long long n = 0, mask = (1ull << k) - 1;
  int from = 0, to = 0;
  for (; n >> k == 0; from++) n = n * 10 + (from < d->count ? d->digit[from] : 0);
  d->point -= from - 1;
  for (; from < d->count || n; from++) {
    byte digit = (byte)(n >> k);
    if (to < MOST) d->digit[to++] = digit;
    else d->lost |= digit != 0;
    n = (n & mask) * 10 + (from < d->count ? d->digit[from] : 0);
  }
  d->count = to;
  trim(d);
}

// Multiplication by two to the power of k, at most 27: nine more digits at most.
static void twice(struct decimal *d, int k) {
  unsigned long long n = 0;
  int to = d->count + 9;
  for (int from = d->count - 1; from >= 0 || n; from--) {
    if (from >= 0) n += (unsigned long long)d->digit[from] << k;
    d->digit[--to] = (byte)(n % 10);
    n /= 10;
  }
  int more = 9 - to;
  d->count += more;
  d->point += more;
  for (int i = 0; i < d->count; i++) d->digit[i] = d->digit[i + to];
  if (d->count > MOST) {
    for (int i = MOST; i < d->count; i++) d->lost |= d->digit[i] != 0;
    d->count = MOST;
  }
  trim(d);
}

static double power_of_two(int k) {
  uint64_t bits = k >= -1022 ? (uint64_t)(k + 1023) << 52 : 1ull << (k + 1074);
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

// The number before the point, rounded to even.
static unsigned long long whole(const struct decimal *d) {
  unsigned long long n = 0;
  for (int i = 0; i < d->point; i++) n = n * 10 + (i < d->count ? d->digit[i] : 0);
  if (d->point < 0 || d->point >= d->count || d->digit[d->point] < 5) return n;
  int more = d->digit[d->point] > 5 || d->point + 1 < d->count || d->lost;
  return n + (more || n % 2);
}

// One path for each value of an unknown number: long arithmetic with unknown digits asks much harder questions.
static int told_apart(int value, int low, int high) {
  if (!klee_is_symbolic((uintptr_t)value)) return value;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (value <= middle) high = middle;
    else low = middle + 1;
  }
  return low;
}

static double rounded(struct decimal *d, const struct format *format) {
  int power = 0, bits = format->bits;
  if (!d->count || d->point < -400) return 0;
  if (d->point > 400) return __builtin_inf();
  d->point = told_apart(d->point, -400, 400);
  for (int i = 0; i < d->count; i++) d->digit[i] = (byte)told_apart(d->digit[i], 0, 9);
  while (d->point > 0) {
    int k = d->point > 8 ? 27 : 3 * d->point;
    halve(d, k);
    power += k;
  }
  while (d->point < 0 || d->digit[0] < 5) {
    int k = d->point < -8 ? 27 : d->point < 0 ? -3 * d->point : 1;
    twice(d, k);
    power -= k;
  }
  if (power < format->lowest) bits -= format->lowest - power;
  if (bits < 0) return 0;
  if (bits > 27) twice(d, 27);
  twice(d, bits > 27 ? bits - 27 : bits);
  int scale = power - bits;
  unsigned long long n = whole(d);
  if (scale > 971 || (format->bits == 24 && scale + 24 + (n >> 24 != 0) > 128)) return __builtin_inf();
  return (double)n * power_of_two(scale);
}

static const char *exponent(const char *p, int *value) {
  const char *q = p + 1;
  int negative = 0, number = 0;
  if (*q == '-' || *q == '+') negative = *q++ == '-';
  if (*q < '0' || *q > '9') return p;
  for (; *q >= '0' && *q <= '9'; q++)
    if (number < 100000) number = number * 10 + (*q - '0');
  *value += negative ? -number : number;
  return q;
}

static const char *decimal_number(const char *p, const struct format *format, double *result) {
  struct decimal d;
  d.count = d.point = d.lost = 0;
  unsigned long long value = 0;
  int seen = 0, point = 0, power = 0;
  for (;; p++) {
    if (*p == '.' && !point) {
      point = 1;
      continue;
    }
    if (*p < '0' || *p > '9') break;
    seen = 1;
    power -= point;
    if (!d.count && *p == '0') continue;  // leading zeros
    if (d.count == MOST) {
      d.lost |= *p != '0';
      power++;
      continue;
    }
    d.digit[d.count++] = (byte)(*p - '0');
    if (d.count < 19) value = value * 10 + (unsigned)(*p - '0');
  }
  if (!seen) return 0;
  if ((*p | 32) == 'e') p = exponent(p, &power);
  if (d.count < 19 && value <= format->exact_value && power >= -format->exact_power && power <= format->exact_power) {
    double scale = 1;
    for (int i = power < 0 ? -power : power; i > 0; i--) scale *= 10;
    *result = power < 0 ? (double)value / scale : (double)value * scale;
    if (format->bits == 24) *result = power < 0 ? (float)value / (float)scale : (float)value * (float)scale;
    return p;
  }
  d.point = d.count + power;
  trim(&d);
  int nonzero = d.count;
  *result = rounded(&d, format);
  if (nonzero && (*result == 0 || *result > 1.7976931348623157e308)) errno = ERANGE;
  return p;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *hexadecimal_number(const char *p, const struct format *format, double *result) {
  unsigned long long value = 0;
  int seen = 0, point = 0, power = 0;
  for (;; p++) {
    int d = hex(*p);
    if (d < 0 && (*p != '.' || point)) break;
    if (d < 0) {
      point = 1;
      continue;
    }
    seen = 1;
    if (value >> 58) {
      value |= d != 0;  // beyond the precision: only whether there is more
      power += point ? 0 : 4;
    } else {
      value = value * 16 + (unsigned)d;
      power -= point ? 4 : 0;
    }
  }
  if (!seen) return 0;
  if ((*p | 32) == 'p') p = exponent(p, &power);
  double x = format->bits == 24 ? (float)value : (double)value;
  for (; power > 900 && x < __builtin_inf(); power -= 900) x *= 0x1p900;
  for (; power < -900 && x > 0; power += 900) x *= 0x1p-900;
  if (x > 0 && x < __builtin_inf()) x *= power_of_two(power);
  if (x < (format->bits == 24 ? 0x1p-126 : 0x1p-1022) && value)
    __antumbra_unsupported("strtod of a hexadecimal number below the normal range");
  *result = x;
  return p;
}

static int matches(const char *s, const char *word) {
  int i = 0;
  while (word[i] && (s[i] | 32) == word[i]) i++;
  return word[i] ? 0 : i;
}

static double parse(const char *s, char **end, const struct format *format) {
  const char *p = s, *stop = 0;
  double value = 0;
  int negative = 0, length;
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  if ((length = matches(p, "infinity")) || (length = matches(p, "inf"))) {
    value = __builtin_inf();
    stop = p + length;
  } else if ((length = matches(p, "nan"))) {
    value = __builtin_nan("");
    stop = p + length;
    if (*stop == '(') {
      const char *q = stop + 1;
      while (*q == '_' || (*q >= '0' && *q <= '9') || ((*q | 32) >= 'a' && (*q | 32) <= 'z')) q++;
      if (*q == ')') __antumbra_unsupported("strtod of a NaN with a payload");
    }
  } else {
    if (*p == '0' && (p[1] | 32) == 'x') stop = hexadecimal_number(p + 2, format, &value);
    if (!stop) stop = decimal_number(p, format, &value);
  }
  if (end) *end = (char *)(stop ? stop : s);
  return negative ? -value : value;
}

double strtod(const char *s, char **end) {
  return parse(s, end, &in_double);
}

float strtof(const char *s, char **end) {
  return (float)parse(s, end, &in_float);
}

// A long double has more digits: only short whole numbers, and what is no number, are the same in both.
long double strtold(const char *s, char **end) {
  char *stop;
  double value = strtod(s, &stop);
  if (stop - s > 15 || value != __builtin_trunc(value)) __antumbra_unsupported("strtold of a number with many digits");
  if (end) *end = stop;
  return value;
}

double atof(const char *s) {
  return strtod(s, 0);
}

double __strtod_internal(const char *s, char **end, int group) {
  (void)group;
  return strtod(s, end);
}
