// provides: printf fprintf dprintf vprintf vfprintf vdprintf antumbra.print syslog
// provides: __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
// Printed text goes nowhere, so it is not made: the arguments are looked at (a %s must point to something, a %n is
// written) and the count is unknown, unless the format has no conversion.
#include "stdio.h"

int __antumbra_print(const char *format, va_list arguments) {
  int length = 0, unknown = 0;
  for (; *format; format++) {
    if (*format != '%' || *++format == '%') {
      length++;
      continue;
    }
    int longs = 0, wide = 0;
    unknown = 1;
    for (; *format; format++) {
      if (*format == '*') (void)va_arg(arguments, int);
      else if (*format == 'l' || *format == 'q') longs++;
      else if (*format == 'j' || *format == 'z' || *format == 't') longs = *format == 'j' ? 2 : 1;
      else if (*format == 'L') wide = 1, longs = 2;
      else if (*format == 'h' || (*format >= '0' && *format <= '9')) continue;
      else if (*format != '.' && *format != '-' && *format != '+' && *format != ' ' && *format != '#' && *format != '\'')
        break;
    }
    switch (*format) {
      case 0:
        format--;
        break;
      case 's': {
        const char *s = va_arg(arguments, const char *);
        if (s) klee_check_memory_access(s, 1);
        break;
      }
      case 'n': {
        int *count = va_arg(arguments, int *);
        *count = __antumbra_between(length, INT_MAX, "printf");
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
  return unknown ? klee_int("printf") & INT_MAX : length;  // no assumption: most callers drop the count
}

int printf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int fprintf(FILE *stream, const char *format, ...) {
  klee_check_memory_access(stream, 1);
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int dprintf(int file, const char *format, ...) {
  (void)file;
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int vprintf(const char *format, va_list arguments) {
  return __antumbra_print(format, arguments);
}

int vfprintf(FILE *stream, const char *format, va_list arguments) {
  klee_check_memory_access(stream, 1);
  return __antumbra_print(format, arguments);
}

int vdprintf(int file, const char *format, va_list arguments) {
  (void)file;
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
  klee_check_memory_access(stream, 1);
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
