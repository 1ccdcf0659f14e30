// provides: antumbra.scan
// Scanning a stream, with one character of lookahead; where C libraries differ, the path ends as unsupported.
#include "filesystem/stdio.h"
#include "scan_sets.h"

int __antumbra_scan(FILE *stream, const char *format, va_list arguments) ANTUMBRA_OURS("scan");
int ungetc(int c, FILE *stream);
unsigned long long strtoull(const char *s, char **end, int base);
double strtod(const char *s, char **end);

enum { FULL = -2, DIGITS = 64 };  // FULL: the width does not allow another character

typedef struct {
  FILE *stream;
  int left, read, c, length;
  char text[DIGITS];
} Scan;

static void next(Scan *it) {
  if (!it->left) {
    it->c = FULL;
    return;
  }
  it->left--;
  it->c = fgetc(it->stream);
  it->read += it->c != EOF;
}

static void keep(Scan *it) {
  if (it->length == DIGITS - 1) __antumbra_unsupported("scanf of a number of more than 63 characters");
  it->text[it->length++] = (char)it->c;
  next(it);
}

static void give_back(Scan *it) {
  if (it->c < 0) return;
  ungetc(it->c, it->stream);
  it->read--;
}

static int blank(int c) {
  return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

static void skip_blanks(Scan *it) {
  it->left = INT_MAX;
  do next(it);
  while (blank(it->c));
  give_back(it);
}

static int value_of(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static void sign(Scan *it) {
  if (it->c == '-' || it->c == '+') keep(it);
}

static int digits(Scan *it, int base) {
  int count = 0;
  for (; value_of(it->c) < base; count++) keep(it);
  return count;
}

// The text of an integer; 0 if there is none. *base says which it turned out to be.
static int integer_text(Scan *it, int *base) {
  int found = 0;
  sign(it);
  if (it->c == '0') {
    keep(it);
    found = 1;
    if ((it->c | 32) == 'x' && (*base == 0 || *base == 16)) {
      keep(it);
      if (value_of(it->c) >= 16) __antumbra_unsupported("scanf of 0x without a digit");
      *base = 16;
    } else if (!*base) {
      *base = 8;
    }
  }
  if (!*base) *base = 10;
  found |= digits(it, *base) > 0;
  give_back(it);
  it->text[it->length] = 0;
  return found;
}

static int float_text(Scan *it) {
  sign(it);
  if ((it->c | 32) == 'i' || (it->c | 32) == 'n') __antumbra_unsupported("scanf of inf or nan");
  int zero = it->c == '0', found = digits(it, 10);
  if (zero && found == 1 && (it->c | 32) == 'x') __antumbra_unsupported("scanf of hexadecimal floats");
  if (it->c == '.') {
    keep(it);
    found += digits(it, 10);
  }
  if (found && (it->c | 32) == 'e') {
    keep(it);
    sign(it);
    if (!digits(it, 10)) __antumbra_unsupported("scanf of an exponent without a digit");
  }
  give_back(it);
  it->text[it->length] = 0;
  return found;
}

static void store(void *to, unsigned long long value, int size) {
  if (size == 1) *(byte *)to = (byte)value;
  else if (size == 2) *(unsigned short *)to = (unsigned short)value;
  else if (size == 4) *(unsigned *)to = (unsigned)value;
  else *(unsigned long long *)to = value;
}

int __antumbra_scan(FILE *stream, const char *format, va_list arguments) {
  Scan it = {.stream = stream};
  int count = 0;
  __antumbra_read_string(format);
  if (!stream->readable) return failure(EBADF);
  for (; *format; format++) {
    it.left = INT_MAX, it.length = 0;
    if (blank(*format)) {
      skip_blanks(&it);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        format++;
        skip_blanks(&it);
      }
      next(&it);
      if (it.c == EOF) return count ? count : EOF;
      if (it.c != (byte)*format) {
        give_back(&it);
        return count;
      }
      continue;
    }
    int skip = 0, width = 0, shorts = 0, longs = 0;
    if (*++format == '*') skip = 1, format++;
    for (; *format >= '0' && *format <= '9'; format++)
      if (width < 100000000) width = width * 10 + (*format - '0');
    for (;; format++) {
      if (*format == 'h') shorts++;
      else if (*format == 'l') longs++;
      else if (*format == 'j' || *format == 'q' || *format == 'L') longs = 2;
      else if (*format == 'z' || *format == 't') longs = sizeof(size_t) == 8 ? 2 : 0;
      else if (*format == 'm') __antumbra_unsupported("scanf with %m");
      else break;
    }
    int size = shorts ? (shorts > 1 ? 1 : 2) : longs > 1 ? 8 : longs ? (int)sizeof(long) : (int)sizeof(int);
    char kind = *format;
    if (kind == 'n') {
      if (!skip) store(va_arg(arguments, void *), (unsigned long long)it.read, size);
      continue;
    }
    if (kind != 'c' && kind != '[') skip_blanks(&it);
    it.left = width ? width : kind == 'c' ? 1 : INT_MAX;
    next(&it);
    if (it.c == EOF) return count ? count : EOF;
    switch (kind) {
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p': {
        int base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
        if (kind == 'p') __antumbra_unsupported("scanf with %p");
        if (!integer_text(&it, &base)) return count;
        unsigned long long value = strtoull(it.text, 0, base);
        if (!skip) store(va_arg(arguments, void *), value, size);
        break;
      }
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': {
        if (!float_text(&it)) return count;
        double value = strtod(it.text, 0);
        if (skip) break;
        if (longs > 1) __antumbra_unsupported("scanf of long double");
        void *to = va_arg(arguments, void *);
        if (longs) *(double *)to = value;
        else *(float *)to = (float)value;
        break;
      }
      case 'c': case 's': case '[': {
        if (longs) __antumbra_unsupported("scanf of wide characters");
        char *to = skip ? 0 : va_arg(arguments, char *);
        int n = 0;
        for (; it.c >= 0; n++, next(&it)) {
          if (kind == 's' ? blank(it.c) : kind == '[' && !in_set(format + 1, (char)it.c)) break;
          if (to) to[n] = (char)it.c;
        }
        if (kind == 'c' && it.c == EOF) __antumbra_unsupported("scanf with %c of fewer characters than asked for");
        give_back(&it);
        if (kind == '[') {
          format = after_set(format + 1);
          if (!n) return count;
        }
        if (to && kind != 'c') to[n] = 0;
        break;
      }
      default:
        __antumbra_unsupported("scanf with such a conversion");
    }
    count += !skip;
    if (!*format) break;
  }
  return count;
}
