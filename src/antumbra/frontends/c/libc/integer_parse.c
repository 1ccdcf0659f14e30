// provides: strtol strtoll strtoul strtoull strtoimax strtoumax strtoq strtouq atoi atol atoll
// provides: __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax
// provides: __strtol_internal __strtoul_internal
#include "antumbra.h"

static unsigned digit(char c) {
  unsigned d = (byte)c - (unsigned)'0';
  if (d < 10) return d;
  d = ((byte)c | 32u) - 'a';
  return d < 26 ? d + 10 : 99;
}

// The number at s: its size, sign and end, all saturating at limit (for a negative number at limit + 1 if extra).
static unsigned long long parse(const char *s, char **end, int base, unsigned long long limit, int extra) {
  const char *p = s, *digits;
  unsigned long long value = 0;
  int negative = 0, overflow = 0;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    // glibc leaves *end alone, others do not
    if (end) __antumbra_unsupported("the end of a number with a base that there is not");
    return 0;
  }
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  if ((base == 0 || base == 16) && *p == '0' && (p[1] | 32) == 'x' && digit(p[2]) < 16) {
    p += 2;
    base = 16;
  } else if (base == 0) {
    base = *p == '0' ? 8 : 10;
  }
  if (extra) limit += negative;
  unsigned long long most = limit / (unsigned)base, last = limit % (unsigned)base;
  for (digits = p; digit(*p) < (unsigned)base; p++) {
    unsigned d = digit(*p);
    if (overflow) continue;
    if (value > most || (value == most && d > last)) {
      overflow = 1;
      continue;
    }
    value = value * (unsigned)base + d;
  }
  if (end) *end = (char *)(p == digits ? s : p);
  if (overflow) {
    errno = ERANGE;
    return extra && negative ? -limit : limit;
  }
  return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) {
  return (long)parse(s, end, base, LONG_MAX, 1);
}

long long strtoll(const char *s, char **end, int base) {
  return (long long)parse(s, end, base, LLONG_MAX, 1);
}

unsigned long strtoul(const char *s, char **end, int base) {
  return (unsigned long)parse(s, end, base, ULONG_MAX, 0);
}

unsigned long long strtoull(const char *s, char **end, int base) {
  return parse(s, end, base, ULLONG_MAX, 0);
}

intmax_t strtoimax(const char *s, char **end, int base) {
  return strtoll(s, end, base);
}

uintmax_t strtoumax(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}

long long strtoq(const char *s, char **end, int base) {
  return strtoll(s, end, base);
}

unsigned long long strtouq(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}

int atoi(const char *s) {
  return (int)strtol(s, 0, 10);
}

long atol(const char *s) {
  return strtol(s, 0, 10);
}

long long atoll(const char *s) {
  return strtoll(s, 0, 10);
}

long __isoc23_strtol(const char *s, char **end, int base) {
  return strtol(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
  return strtoll(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return strtoul(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}

intmax_t __isoc23_strtoimax(const char *s, char **end, int base) {
  return strtoll(s, end, base);
}

uintmax_t __isoc23_strtoumax(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}

long __strtol_internal(const char *s, char **end, int base, int group) {
  (void)group;
  return strtol(s, end, base);
}

unsigned long __strtoul_internal(const char *s, char **end, int base, int group) {
  (void)group;
  return strtoul(s, end, base);
}
