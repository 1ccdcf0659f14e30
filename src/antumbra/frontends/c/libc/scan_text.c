// provides: sscanf vsscanf __isoc99_sscanf __isoc99_vsscanf __isoc23_sscanf __isoc23_vsscanf
// Scanning known text: integers, floats, characters, words and sets as the C standard says; %m is not supported.
#include "stdio.h"
#include "scan_sets.h"

unsigned long long strtoull(const char *s, char **end, int base);
double strtod(const char *s, char **end);

static int blank(char c) {
  return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

// A result is written: not into the text that was read for it.
static void store(void *to, unsigned long long value, int size, const char *text, const char *end) {
  if (size == 1) *(byte *)to = (byte)value;
  else if (size == 2) *(unsigned short *)to = (unsigned short)value;
  else if (size == 4) *(unsigned *)to = (unsigned)value;
  else *(unsigned long long *)to = value;
  __antumbra_apart(to, (size_t)size, text, (size_t)(end - text));
}

// The number's text, cut to the width, is copied: strtoull would read on.
static int number_text(char *to, const char *s, int width, char kind) {
  int n = 0;
  if (width <= 0 || width > 63) width = 63;
  for (; n < width && s[n]; n++) {
    char c = s[n];
    int sign = (c == '-') | (c == '+'), digit = (c >= '0') & (c <= '9'), letter = ((c | 32) >= 'a') & ((c | 32) <= 'z');
    if (!(sign | digit | letter | ((c == '.') & (kind == 'f')))) break;
    to[n] = c;
  }
  to[n] = 0;
  return n;
}

static int base_of(char kind) {
  return kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
}

int vsscanf(const char *text, const char *format, va_list arguments) {
  const char *s = text;
  int count = 0;
  for (; *format; format++) {
    if (blank(*format)) {
      while (blank(*s)) s++;
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        format++;
        while (blank(*s)) s++;
      }
      if (*s != *format) return *s || count ? count : EOF;
      s++;
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
    char kind = *format, digits[64], *end;
    if (kind == 'n') {
      if (!skip) store(va_arg(arguments, void *), (unsigned long long)(s - text), size, text, s);
      continue;
    }
    if (kind != 'c' && kind != '[')
      while (blank(*s)) s++;
    if (!*s) return count ? count : EOF;
    switch (kind) {
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p': {
        number_text(digits, s, width, 'd');
        unsigned long long value = strtoull(digits, &end, base_of(kind));
        if (end == digits) return count;
        s += end - digits;
        if (!skip) store(va_arg(arguments, void *), value, kind == 'p' ? (int)sizeof(void *) : size, text, s);
        break;
      }
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': {
        number_text(digits, s, width, 'f');
        double value = strtod(digits, &end);
        if (end == digits) return count;
        s += end - digits;
        if (skip) break;
        void *to = va_arg(arguments, void *);
        if (longs > 1) *(long double *)to = value;
        else if (longs) *(double *)to = value;
        else *(float *)to = (float)value;
        size_t written = longs > 1 ? sizeof(long double) : longs ? sizeof(double) : sizeof(float);
        __antumbra_apart(to, written, text, (size_t)(s - text));
        break;
      }
      case 'c': case 's': case '[': {
        char *to = skip ? 0 : va_arg(arguments, char *);
        int n = 0, most = width ? width : kind == 'c' ? 1 : INT_MAX;
        for (; n < most && *s; n++, s++)
          if (kind == 's' ? blank(*s) : kind == '[' && !in_set(format + 1, *s)) break;
        if (to) {
          __antumbra_copy(to, s - n, (size_t)n);
          __antumbra_apart(to, (size_t)n, text, (size_t)(s - text));
        }
        if (kind == '[') {
          format = after_set(format + 1);
          if (!n) return count;
        }
        // glibc counts what there is, others count nothing
        if (kind == 'c' && n < most) __antumbra_unsupported("%c of fewer characters than asked for");
        if (to && kind != 'c') {
          to[n] = 0;
          __antumbra_apart(to + n, 1, text, (size_t)(s - text) + (n < most));
        }
        break;
      }
      default:
        return count;
    }
    count += !skip;
    if (!*format) break;
  }
  return count;
}

int sscanf(const char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsscanf(text, format, arguments));
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsscanf(text, format, arguments));
}

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsscanf(text, format, arguments));
}

int __isoc23_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}
