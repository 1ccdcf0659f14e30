// provides: printf fprintf dprintf vprintf vfprintf vdprintf antumbra.print syslog
// provides: __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
// Printed text goes nowhere, so it is not made: the arguments are looked at (a %s must point to something, a %n is
// written) and the count is left open, unless the format has no conversion. Printing may fail.
#include "stdio.h"

OPEN_RESULT(int, printf);

static void changes(const FILE *stream) {
  if (stream->descriptor > 2) __antumbra_change_files();
}

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
  // no assumption: most callers drop the count
  return __antumbra_output(unknown ? __antumbra_any_printf() & INT_MAX : length, "printf");
}

int printf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int fprintf(FILE *stream, const char *format, ...) {
  changes(stream);
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int dprintf(int file, const char *format, ...) {
  if (file > 2) __antumbra_change_files();
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int vprintf(const char *format, va_list arguments) {
  return __antumbra_print(format, arguments);
}

int vfprintf(FILE *stream, const char *format, va_list arguments) {
  changes(stream);
  return __antumbra_print(format, arguments);
}

int vdprintf(int file, const char *format, va_list arguments) {
  if (file > 2) __antumbra_change_files();
  return __antumbra_print(format, arguments);
}

int syslog(int priority, const char *format, ...) {
  (void)priority;
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int __printf_chk(int flag, const char *format, ...) {
  (void)flag;
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  (void)flag;
  changes(stream);
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  return __antumbra_print(format, arguments);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}
