// provides: scanf fscanf vscanf vfscanf __isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf
// provides: __isoc23_scanf __isoc23_fscanf __isoc23_vscanf __isoc23_vfscanf
// The names of what scans a stream.
#include "stdio.h"

int scanf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(stdin, format, arguments));
}

int fscanf(FILE *stream, const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(stream, format, arguments));
}

int vscanf(const char *format, va_list arguments) {
  return __antumbra_scan(stdin, format, arguments);
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
  return __antumbra_scan(stream, format, arguments);
}

int __isoc99_scanf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(stdin, format, arguments));
}

int __isoc99_fscanf(FILE *stream, const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(stream, format, arguments));
}

int __isoc99_vscanf(const char *format, va_list arguments) {
  return __antumbra_scan(stdin, format, arguments);
}

int __isoc99_vfscanf(FILE *stream, const char *format, va_list arguments) {
  return vfscanf(stream, format, arguments);
}

int __isoc23_scanf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(stdin, format, arguments));
}

int __isoc23_fscanf(FILE *stream, const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(stream, format, arguments));
}

int __isoc23_vscanf(const char *format, va_list arguments) {
  return __antumbra_scan(stdin, format, arguments);
}

int __isoc23_vfscanf(FILE *stream, const char *format, va_list arguments) {
  return vfscanf(stream, format, arguments);
}
