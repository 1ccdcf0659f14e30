// provides: antumbra.scan
// Scanning unknown text: each conversion fails or yields any value of its type, without the characters in between.
#include "stdio.h"
#include "scan_sets.h"

OPEN_RESULT(int, scanf_count);

// Whether a number can be written in at most "width" characters.
static int fits(long long value, int width, char kind) {
  long long most = 1, base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : 10;
  for (int i = 0; i < width; i++) most *= base;
  return (value < most) & (value > -(most / base));
}

static void store_integer(void *to, int size, int width, char kind) {
  long long value = size == 1   ? (signed char)WORLD(byte, "scanf")
                    : size == 2 ? WORLD(short, "scanf")
                    : size == 4 ? WORLD(int, "scanf")
                                : WORLD(long long, "scanf");
  if (width > 0 && width < (size == 8 ? 15 : size == 4 ? 10 : size == 2 ? 5 : 3))  // else any number fits
    __VERIFIER_assume(fits(value, width, kind));
  if (size == 1) *(signed char *)to = (signed char)value;
  else if (size == 2) *(short *)to = (short)value;
  else if (size == 4) *(int *)to = (int)value;
  else *(long long *)to = value;
}

// Unknown characters until one ends the word; a %c takes exactly the width.
static void store_text(char *to, int width, char kind, const char *set) {
  int i = 0;
  if (kind == 'c') {
    for (; i < width; i++) to[i] = (char)WORLD(byte, "scanf");
    return;
  }
  do {
    byte c = WORLD(byte, "scanf");
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
    int skip = 0, width = 0, shorts = 0, longs = 0;
    if (*format == '*') skip = 1, format++;
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
    if (!*format) break;
    if (*format == 'n') {
      int read = __antumbra_any_scanf_count() & INT_MAX;
      void *to = va_arg(arguments, void *);
      if (size == 8) *(long long *)to = read;
      else if (size == 4) *(int *)to = read;
      else if (size == 2) *(short *)to = (short)read;
      else *(signed char *)to = (signed char)read;
      continue;
    }
    if (__antumbra_between(0, 1, "scanf")) return failed(stream, count);
    char kind = *format;
    const char *set = format + 1;
    if (kind == '[') format = after_set(set);
    if (skip) continue;
    void *to = va_arg(arguments, void *);
    count++;
    switch (kind) {
      case 's': case '[':
        if (longs) __antumbra_unsupported("scanf of wide characters");
        store_text(to, width, kind, set);
        break;
      case 'c':
        if (longs) __antumbra_unsupported("scanf of wide characters");
        store_text(to, width ? width : 1, kind, set);
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        if (width) __antumbra_unsupported("scanf of a floating-point number with a width");
        if (longs > 1) *(long double *)to = WORLD(double, "scanf");
        else if (longs) *(double *)to = WORLD(double, "scanf");
        else *(float *)to = WORLD(float, "scanf");
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
