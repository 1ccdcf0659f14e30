// provides: strtod strtof strtold atof __strtod_internal
// Exact when the number has at most 15 significant digits and a power of ten within 22, as numbers that people write do;
// otherwise it may differ from the correctly rounded value in the last bits. Hexadecimal floats round twice.
#include "antumbra.h"

static int matches(const char *s, const char *word) {
  int i = 0;
  while (word[i] && (s[i] | 32) == word[i]) i++;
  return word[i] ? 0 : i;
}

static double scaled(double value, int exponent, double base) {
  int negative = exponent < 0;
  unsigned count = negative ? -(unsigned)exponent : (unsigned)exponent;
  double factor = 1, power = base;
  if (negative && count > 300) {  // in two steps, so that the factor does not overflow
    value = scaled(value, -300, base);
    count -= 300;
  }
  if (count > 1100) count = 1100;
  for (; count; count >>= 1, power *= power)
    if (count & 1) factor *= power;
  return negative ? value / factor : value * factor;
}

static const char *exponent(const char *p, int *value) {
  const char *q = p + 1;
  int negative = 0, number = 0;
  if (*q == '-' || *q == '+') negative = *q++ == '-';
  if (*q < '0' || *q > '9') return p;
  for (; *q >= '0' && *q <= '9'; q++)
    if (number < 10000) number = number * 10 + (*q - '0');
  *value += negative ? -number : number;
  return q;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *number(const char *p, int base, double *result) {
  unsigned long long value = 0, limit = base == 16 ? 1ull << 58 : 100000000000000000ull;
  int scale = 0, digits = 0, point = 0;
  for (;; p++) {
    int d = base == 16 ? hex(*p) : *p >= '0' && *p <= '9' ? *p - '0' : -1;
    if (d < 0 && (*p != '.' || point)) break;
    if (d < 0) {
      point = 1;
      continue;
    }
    digits++;
    if (value < limit) {
      value = value * (unsigned)base + (unsigned)d;
      scale -= point;
    } else {
      scale += !point;
    }
  }
  if (!digits) return 0;
  if (base == 16) scale *= 4;
  if ((*p | 32) == (base == 16 ? 'p' : 'e')) p = exponent(p, &scale);
  *result = value ? scaled((double)value, scale, base == 16 ? 2 : 10) : 0;
  if (value && (*result == 0 || *result > 1.7976931348623157e308)) errno = ERANGE;
  return p;
}

double strtod(const char *s, char **end) {
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
  } else {
    if (*p == '0' && (p[1] | 32) == 'x') stop = number(p + 2, 16, &value);
    if (!stop) stop = number(p, 10, &value);
  }
  if (end) *end = (char *)(stop ? stop : s);
  return negative ? -value : value;
}

float strtof(const char *s, char **end) {
  return (float)strtod(s, end);
}

long double strtold(const char *s, char **end) {
  return strtod(s, end);
}

double atof(const char *s) {
  return strtod(s, 0);
}

double __strtod_internal(const char *s, char **end, int group) {
  (void)group;
  return strtod(s, end);
}
