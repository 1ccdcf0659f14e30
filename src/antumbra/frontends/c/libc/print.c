// provides: printf fprintf dprintf vprintf vfprintf vdprintf syslog
// provides: __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
// The names of what prints.
#include "stdio.h"

int printf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_print_out(format, arguments));
}

int fprintf(FILE *stream, const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_print_to(stream, format, arguments));
}

int dprintf(int file, const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_print_into(file, format, arguments));
}

int vprintf(const char *format, va_list arguments) {
  return __antumbra_print_out(format, arguments);
}

int vfprintf(FILE *stream, const char *format, va_list arguments) {
  return __antumbra_print_to(stream, format, arguments);
}

int vdprintf(int file, const char *format, va_list arguments) {
  return __antumbra_print_into(file, format, arguments);
}

int syslog(int priority, const char *format, ...) {
  (void)priority;
  WITH_ARGUMENTS(format, __antumbra_print(format, arguments));
}

int __printf_chk(int flag, const char *format, ...) {
  (void)flag;
  WITH_ARGUMENTS(format, __antumbra_print_out(format, arguments));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  (void)flag;
  WITH_ARGUMENTS(format, __antumbra_print_to(stream, format, arguments));
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  return __antumbra_print_out(format, arguments);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return __antumbra_print_to(stream, format, arguments);
}
