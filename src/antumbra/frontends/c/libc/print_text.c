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

int __antumbra_print(const char *format, va_list arguments) {
  int length = 0, unknown = 0;
  for (; *format; format++) {
    if (*format != '%' || *++format == '%') {
      length++;
      continue;
    }
    int longs = 0, shorts = 0, wide = 0, precision = 0;
    const char *start = format;
    for (; *format; format++) {
      if (*format == '*') (void)va_arg(arguments, int);
      else if (*format == 'l' || *format == 'q') longs++;
      else if (*format == 'j' || *format == 'z' || *format == 't') longs = *format == 'j' ? 2 : 1;
      else if (*format == 'L') wide = 1, longs = 2;
      else if (*format == 'h') shorts++;
      else if (*format >= '0' && *format <= '9') continue;
      else if (*format == '.') precision = 1;
      else if (*format != '-' && *format != '+' && *format != ' ' && *format != '#' && *format != '\'')
        break;
    }
    unknown |= *format != 'n' || start != format;
    switch (*format) {
      case 0:
        format--;
        break;
      case 's': {
        const char *s = va_arg(arguments, const char *);
        if (s && precision) klee_check_memory_access(s, 1);
        else if (s && longs) klee_check_memory_access(s, sizeof(wchar_t));
        else if (s) __antumbra_read_string(s);
        break;
      }
      case 'n': {
        int count = unknown ? __antumbra_any_printf() & INT_MAX : length;
        store_count(va_arg(arguments, void *), count, shorts, longs);
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
      default:
        if (longs > 1) (void)va_arg(arguments, long long);
        else if (longs) (void)va_arg(arguments, long);
        else (void)va_arg(arguments, int);
    }
  }
  return unknown ? __antumbra_any_printf() & INT_MAX : length;
}
