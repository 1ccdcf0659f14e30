// provides: antumbra.scan
// Scanning unknown text: each conversion fails or yields any value of its type, without the characters in between.
#include "stdio.h"
#include "scan_format.h"

OPEN_RESULT(int, scanf_count);
OPEN_RESULT(float, scanf_float);
OPEN_RESULT(double, scanf_double);
OPEN_RESULT(long double, scanf_long_double);

// The largest number of so many digits, or of all.
static unsigned long long largest(int width, unsigned base) {
  unsigned long long most = 0;
  for (int i = 0; i < width; i++) {
    if (most > (ULLONG_MAX - (base - 1)) / base) return ULLONG_MAX;
    most = most * base + (base - 1);
  }
  return most;
}

// Whether a number of so many bytes can be written in at most "width" characters, a sign included; no branch depends on it.
static int fits(long long value, int size, int width, char kind) {
  unsigned base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : 10;
  unsigned long long mask = ULLONG_MAX >> (64 - 8 * size);
  int positive = ((unsigned long long)value & mask) <= largest(width, base);
  int negative = (-(unsigned long long)value & mask) <= largest(width - 1, base);
  if (kind == 'd' || kind == 'i') return ((value >= 0) & positive) | ((value < 0) & negative);
  return positive | negative;
}

static void store_integer(void *to, int size, int width, char kind) {
  long long value = size == 1   ? (signed char)WORLD(byte, "scanf_byte")
                    : size == 2 ? WORLD(short, "scanf_short")
                    : size == 4 ? WORLD(int, "scanf")
                                : WORLD(long long, "scanf_long");
  if (width) __VERIFIER_assume(fits(value, size, width, kind));
  store_number(to, (unsigned long long)value, size);
}

// Any number; where the width may not allow it, a whole one of so many digits, or one that no run confirms.
static void store_float(void *to, int width, int longs) {
  int digits = longs > 1 ? 30 : longs ? 24 : 15;  // each can be written in so many characters
  if (width == 0 || width >= digits) {
    if (longs > 1) *(long double *)to = WORLD(long double, "scanf_long_double");
    else if (longs) *(double *)to = WORLD(double, "scanf_double");
    else *(float *)to = WORLD(float, "scanf_float");
  } else if (__antumbra_between(0, 1, "scanf")) {
    int value = WORLD(int, "scanf");
    __VERIFIER_assume(fits(value, 4, width, 'd'));
    if (longs > 1) *(long double *)to = value;
    else if (longs) *(double *)to = value;
    else *(float *)to = (float)value;
  } else if (longs > 1) {
    *(long double *)to = __antumbra_any_scanf_long_double();
  } else if (longs) {
    *(double *)to = __antumbra_any_scanf_double();
  } else {
    *(float *)to = __antumbra_any_scanf_float();
  }
}

// Unknown characters until one ends the word; a %c takes exactly the width.
static void store_text(char *to, int width, char kind, const char *set) {
  int i = 0;
  if (kind == 'c') {
    for (; i < width; i++) to[i] = (char)WORLD(byte, "scanf_byte");
    return;
  }
  do {
    byte c = WORLD(byte, "scanf_byte");
    if (!c && i) break;
    int fitting = kind == '[' ? in_set(set, (char)c) : (c != ' ') & ((unsigned)c - '\t' > '\r' - '\t');
    __VERIFIER_assume((c != 0) & fitting);
    to[i++] = (char)c;
  } while (!width || i < width);
  to[i] = 0;
}

// A conversion fails: there is no more input, or it does not fit.
static int failed(FILE *stream, int count) {
  int ended = __antumbra_between(0, 1, "scanf");
  if (!ended) return count;
  stream->ended = __antumbra_between(0, 1, "scanf");
  stream->failed |= !stream->ended;
  return count ? count : EOF;
}

int __antumbra_scan(FILE *stream, const char *format, va_list arguments) {
  int count = 0;
  __antumbra_read_string(format);
  if (stream->again | __antumbra_files_changed())
    if (stream != stdin) __antumbra_unsupported("scanf of a file that was read or written before");
  for (; *format; format++) {
    if (*format != '%') continue;
    if (*++format == '%') continue;
    struct conversion wanted;
    format = read_conversion(format, &wanted);
    int width = wanted.width, longs = wanted.longs, size = wanted.size;
    if (!*format) break;
    if (*format == 'n') {
      if (!wanted.skip) store_number(va_arg(arguments, void *), __antumbra_any_scanf_count() & INT_MAX, size);
      continue;
    }
    if (__antumbra_between(0, 1, "scanf")) return failed(stream, count);
    char kind = *format;
    const char *set = format + 1;
    if (kind == '[') format = after_set(set);
    if (wanted.skip) continue;
    void *to = va_arg(arguments, void *);
    count++;
    switch (kind) {
      case 's': case '[':
        store_text(to, width, kind, set);
        break;
      case 'c':
        store_text(to, width ? width : 1, kind, set);
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        store_float(to, width, longs);
        break;
      case 'p':
        store_integer(to, sizeof(void *), 0, kind);
        break;
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
        store_integer(to, size, width, kind);
        break;
      default:
        __antumbra_unsupported("scanf with this conversion");
    }
  }
  return count;
}
