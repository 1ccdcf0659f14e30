// provides: antumbra.print_out antumbra.print_to antumbra.print_into
// Printing may fail. No assumption says so: most callers drop the count.
#include "stdio.h"

int __antumbra_print_out(const char *format, va_list arguments) {
  return __antumbra_output(__antumbra_print(format, arguments), "printf");
}

int __antumbra_print_to(FILE *stream, const char *format, va_list arguments) {
  if (stream->descriptor > 2) __antumbra_change_files();
  return __antumbra_print_out(format, arguments);
}

int __antumbra_print_into(int file, const char *format, va_list arguments) {
  if (file > 2) __antumbra_change_files();
  return __antumbra_print_out(format, arguments);
}
