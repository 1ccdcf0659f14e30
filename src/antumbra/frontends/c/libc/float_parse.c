// provides: strtod strtof strtold atof __strtod_internal
// Correctly rounded, for numbers of any length in both bases and in all three formats.
#include "antumbra.h"

// Digits that are kept: more than any number has that lies exactly between two of the format, after each step below.
enum { MOST = 800, MOST_LONG = 12000, ROOM = 24 };

// 0.ddd… times ten to the power of point; lost says that nonzero digits were cut off
struct decimal {
  int count, point, lost, most;
  byte *digit;
};

struct format {
  int bits, lowest, highest;  // of the mantissa; exponents of normal numbers, which lie in [0.5, 1) times two to their power
  int digits;
  unsigned long long exact_value;  // whole numbers up to here are exact,
  int exact_power;  // and so are powers of ten up to here
};

static const struct format in_double = {53, -1021, 1024, MOST, 1ull << 53, 22},
                           in_float = {24, -125, 128, MOST, 1ull << 24, 10},
                           in_long_double = {64, -16381, 16384, MOST_LONG, ULLONG_MAX, 27};

// mantissa times two to the power of scale; or exactly what was calculated
struct number {
  unsigned long long mantissa;
  int scale, infinite, nan, calculated;
  int underflow;  // too small for a normal number, and not exact
  double value;
  long double long_value;
};

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
    if (to < d->most) d->digit[to++] = digit;
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
  if (d->count > d->most) {
    for (int i = d->most; i < d->count; i++) d->lost |= d->digit[i] != 0;
    d->count = d->most;
  }
  trim(d);
}

// The number before the point, rounded to even; *carried if that is two to the power of 64.
static unsigned long long whole(const struct decimal *d, int *carried) {
  unsigned long long n = 0;
  for (int i = 0; i < d->point; i++) n = n * 10 + (i < d->count ? d->digit[i] : 0);
  if (d->point < 0 || d->point >= d->count || d->digit[d->point] < 5) return n;
  int more = d->digit[d->point] > 5 || d->point + 1 < d->count || d->lost;
  int up = more || n % 2;
  *carried = up && n == ULLONG_MAX;
  return n + (unsigned)up;
}

// A rounded mantissa of at most "bits" bits, or one more if rounding carried.
static void compose(struct number *number, unsigned long long mantissa, int carried, int scale, const struct format *format) {
  if (carried) mantissa = 1ull << 63, scale++;
  int width = 0;
  while (width < 64 && mantissa >> width) width++;
  number->mantissa = mantissa;
  number->scale = scale;
  number->infinite = mantissa && scale + width > format->highest;
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

// Whether a number is tiny is asked of what it would be with all bits of the mantissa: one below the least normal number
// may be that number then.
static void note_underflow(struct number *number, const struct format *format, int power, int inexact,
                           unsigned long long mantissa, int three_quarters) {
  int next = power == format->lowest - 1 && three_quarters && mantissa == 1ull << (format->bits - 1);
  number->underflow = power < format->lowest && inexact && !next;
}

static void rounded(struct decimal *d, const struct format *format, struct number *number) {
  int power = 0, bits = format->bits, most = format->digits == MOST ? 400 : 5000;
  if (!d->count) return;
  number->underflow = 1;
  if (d->point < -most) return;
  if (d->point > most) {
    number->infinite = 1;
    return;
  }
  d->point = told_apart(d->point, -most, most);
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
  if (bits < 0) return;
  for (int left = bits; left > 0; left -= 27) twice(d, left > 27 ? 27 : left);
  int carried = 0, at = d->point < 0 ? 0 : d->point;
  unsigned long long mantissa = whole(d, &carried);
  int inexact = at < d->count || d->lost;
  int three_quarters = at < d->count && (d->digit[at] > 7 || (d->digit[at] == 7 && at + 1 < d->count && d->digit[at + 1] >= 5));
  note_underflow(number, format, power, inexact, mantissa, three_quarters && d->point >= 0);
  compose(number, mantissa, carried, power - bits, format);
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

static const char *decimal_number(const char *p, const struct format *format, struct number *number, byte *room) {
  struct decimal d = {.most = format->digits, .digit = room};
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
    if (d.count == d.most) {
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
    number->calculated = 1;
    int steps = power < 0 ? -power : power;
    if (format->bits == 64) {
      long double scale = 1;
      for (; steps > 0; steps--) scale *= 10;
      number->long_value = power < 0 ? (long double)value / scale : (long double)value * scale;
    } else if (format->bits == 24) {
      float scale = 1;
      for (; steps > 0; steps--) scale *= 10;
      number->value = power < 0 ? (float)value / scale : (float)value * scale;
    } else {
      double scale = 1;
      for (; steps > 0; steps--) scale *= 10;
      number->value = power < 0 ? (double)value / scale : (double)value * scale;
    }
    return p;
  }
  d.point = d.count + power;
  trim(&d);
  rounded(&d, format, number);
  return p;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// top, below a point, then rest, then sticky, times two to the power of power, with the highest bit of top set.
static void rounded_bits(unsigned long long top, unsigned rest, int sticky, int power, const struct format *format,
                         struct number *number) {
  int bits = format->bits;
  if (power < format->lowest) bits -= format->lowest - power;
  number->underflow = 1;
  if (bits < 0) return;
  int drop = 64 - bits;
  unsigned long long mantissa = drop == 64 ? 0 : top >> drop;
  int half = drop ? top >> (drop - 1) & 1 : rest >> 3 & 1;
  int next = drop > 1 ? top >> (drop - 2) & 1 : drop ? rest >> 3 & 1 : rest >> 2 & 1;
  int more = sticky || (drop ? rest || (top & ((1ull << (drop - 1)) - 1)) : (rest & 7) != 0);
  int up = half && (more || mantissa % 2);
  int carried = up && mantissa == ULLONG_MAX;
  mantissa += (unsigned)up;
  note_underflow(number, format, power, half || more, mantissa, half && next);
  compose(number, mantissa, carried, power - bits, format);
}

static const char *hexadecimal_number(const char *p, const struct format *format, struct number *number) {
  unsigned long long top = 0;
  unsigned rest = 0;
  int seen = 0, point = 0, power = 0, sticky = 0, kept = 0;
  for (;; p++) {
    int d = hex(*p);
    if (d < 0 && (*p != '.' || point)) break;
    if (d < 0) {
      point = 1;
      continue;
    }
    seen = 1;
    power -= point ? 4 : 0;
    if (top >> 60 == 0) {
      top = top * 16 + (unsigned)d;
    } else {
      if (!kept++) rest = (unsigned)d;  // four bits below
      else sticky |= d != 0;
      power += 4;
    }
  }
  if (!seen) return 0;
  if ((*p | 32) == 'p') p = exponent(p, &power);
  if (!top) return p;
  power += 64;
  for (; top >> 63 == 0; power--) {
    top = top << 1 | rest >> 3;
    rest = rest << 1 & 15;
  }
  rounded_bits(top, rest, sticky, power, format, number);
  return p;
}

static int matches(const char *s, const char *word) {
  int i = 0;
  while (word[i] && (s[i] | 32) == word[i]) i++;
  return word[i] ? 0 : i;
}

// The number in a text, and whether it is negative; *end is where it ends.
static int parse(const char *s, char **end, const struct format *format, struct number *number, byte *room) {
  const char *p = s, *stop = 0;
  int negative = 0, length;
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  if ((length = matches(p, "infinity")) || (length = matches(p, "inf"))) {
    number->infinite = 2;
    stop = p + length;
  } else if ((length = matches(p, "nan"))) {
    number->nan = 1;
    stop = p + length;
    if (*stop == '(') {
      const char *q = stop + 1;
      while (*q == '_' || (*q >= '0' && *q <= '9') || ((*q | 32) >= 'a' && (*q | 32) <= 'z')) q++;
      if (*q == ')') __antumbra_unsupported("strtod of a NaN with a payload");
    }
  } else {
    if (*p == '0' && (p[1] | 32) == 'x') stop = hexadecimal_number(p + 2, format, number);
    if (!stop) stop = decimal_number(p, format, number, room);
  }
  if (number->infinite == 1 || number->underflow) errno = ERANGE;
  if (end) *end = (char *)(stop ? stop : s);
  return negative && stop;
}

// Of at most 53 bits; what is below the normal range has its scale.
static double as_double(const struct number *number) {
  if (number->calculated) return number->value;
  if (number->nan) return __builtin_nan("");
  if (number->infinite) return __builtin_inf();
  if (!number->mantissa) return 0;
  unsigned long long mantissa = number->mantissa;
  int scale = number->scale;
  for (; mantissa >> 53; scale++) mantissa >>= 1;
  for (; mantissa >> 52 == 0 && scale > -1074; scale--) mantissa <<= 1;
  uint64_t bits = mantissa >> 52 ? (mantissa & ((1ull << 52) - 1)) | (uint64_t)(scale + 1075) << 52 : mantissa;
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

static long double as_long_double(const struct number *number) {
  if (number->calculated) return number->long_value;
  if (number->nan) return __builtin_nan("");
  if (number->infinite) return __builtin_inf();
  struct {
    uint64_t mantissa;
    uint16_t exponent;
  } bits = {number->mantissa, number->mantissa >> 63 ? (uint16_t)(number->scale + 63 + 16383) : 0};
  long double x = 0;
  __builtin_memcpy(&x, &bits, 10);
  return x;
}

double strtod(const char *s, char **end) {
  struct number number = {0};
  byte room[MOST + ROOM];
  int negative = parse(s, end, &in_double, &number, room);
  double value = as_double(&number);
  return negative ? -value : value;
}

float strtof(const char *s, char **end) {
  struct number number = {0};
  byte room[MOST + ROOM];
  int negative = parse(s, end, &in_float, &number, room);
  float value = (float)as_double(&number);
  return negative ? -value : value;
}

long double strtold(const char *s, char **end) {
  struct number number = {0};
  byte room[MOST_LONG + ROOM];
  int negative = parse(s, end, &in_long_double, &number, room);
  long double value = as_long_double(&number);
  return negative ? -value : value;
}

double atof(const char *s) {
  return strtod(s, 0);
}

double __strtod_internal(const char *s, char **end, int group) {
  (void)group;
  return strtod(s, end);
}
