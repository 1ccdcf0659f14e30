// provides: antumbra.print
// Printed text goes nowhere, so it is not made: the arguments are looked at (a %s must point to something, a %n is
// written) and the count is left open, unless the format has no conversion.
#include "stdio.h"

OPEN_RESULT(int, printf);

static void store_count(void *to, long long count, int shorts, int longs) {
  if (longs > 1) *(long long *)to = count;
  else if (longs) *(long *)to = (long)count;
  else if (shorts == 1) *(short *)to = (short)count;
  else if (shorts) *(signed char *)to = (signed char)count;
  else *(int *)to = (int)count;
}

// At most so many characters are read, and none behind the end of the string.
static void read_characters(const char *s, int most) {
  if (most <= 0) return;
  klee_check_memory_access(s, 1);
  size_t rest = __antumbra_object_size(s) - (size_t)(s - (const char *)__antumbra_object_base(s));
  int ended = 0;
  for (size_t i = 0; i < (size_t)most; i++) {
    if (i == rest) {
      if (!ended) klee_check_memory_access(s, rest + 1);
      return;
    }
    if (!klee_is_symbolic((byte)s[i]) && !s[i]) return;
    ended |= !s[i];
  }
}

static void read_wide(const wchar_t *s, int most) {
  for (int i = 0; most < 0 || i < most; i++)
    if (!s[i]) return;
}

int __antumbra_print(const char *format, va_list arguments) {
  int length = 0, unknown = 0;
  for (; *format; format++) {
    if (*format != '%' || *++format == '%') {
      length++;
      continue;
    }
    int longs = 0, shorts = 0, wide = 0, precision = -1, pointed = 0;
    const char *start = format;
    for (; *format; format++) {
      if (*format == '*') {
        int given = va_arg(arguments, int);
        if (pointed) precision = given;
      }
      else if (*format == 'l' || *format == 'q') longs++;
      else if (*format == 'j' || *format == 'z' || *format == 't') longs = *format == 'j' ? 2 : 1;
      else if (*format == 'L') wide = 1, longs = 2;
      else if (*format == 'h') shorts++;
      else if (*format >= '0' && *format <= '9') {
        if (pointed && precision < 100000000) precision = precision * 10 + (*format - '0');
      } else if (*format == '.') pointed = 1, precision = 0;
      else if (*format == '$') __antumbra_unsupported("printf with numbered arguments");
      else if (*format != '-' && *format != '+' && *format != ' ' && *format != '#' && *format != '\'')
        break;
    }
    unknown |= *format != 'n' || start != format;
    switch (*format) {
      case 0:
        format--;
        break;
      case 's': {
        const void *s = va_arg(arguments, const void *);
        if (s && longs) read_wide(s, precision);
        else if (s && precision >= 0) read_characters(s, precision);
        else if (s) __antumbra_read_string(s);
        break;
      }
      case 'n': {
        int count = unknown ? __antumbra_any_printf() & INT_MAX : length;
        store_count(va_arg(arguments, void *), count, shorts, longs);
        break;
      }
      case 'S': {
        const wchar_t *s = va_arg(arguments, const wchar_t *);
        if (s) read_wide(s, precision);
        break;
      }
      case 'p':
        (void)va_arg(arguments, void *);
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        if (wide) (void)va_arg(arguments, long double);
        else (void)va_arg(arguments, double);
        break;
      case 'm':
        break;
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c': case 'C':
        if (longs > 1) (void)va_arg(arguments, long long);
        else if (longs) (void)va_arg(arguments, long);
        else (void)va_arg(arguments, int);
        break;
      default:
        __antumbra_unsupported("printf with this conversion");
    }
  }
  return unknown ? __antumbra_any_printf() & INT_MAX : length;
}
