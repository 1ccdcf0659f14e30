// provides: antumbra.print_out antumbra.print_to antumbra.print_into
// Text that goes to a file is made; to the standard output, it is only looked at.
#include "filesystem/stdio.h"

int __antumbra_print_out(const char *format, va_list arguments) ANTUMBRA_OURS("print_out");
int __antumbra_print_to(FILE *stream, const char *format, va_list arguments) ANTUMBRA_OURS("print_to");
int __antumbra_print_into(int file, const char *format, va_list arguments) ANTUMBRA_OURS("print_into");
ssize_t write(int file, const void *buffer, size_t size);

enum { MOST = 1024 };

static int make(char *text, const char *format, va_list arguments) {
  int length = vsnprintf(text, MOST, format, arguments);
  if (length >= MOST) __antumbra_unsupported("more than 1023 characters that are printed to a file at once");
  return length;
}

int __antumbra_print_to(FILE *stream, const char *format, va_list arguments) {
  int it = __antumbra_may_write(stream);
  if (it == NONE) return -1;
  if (nodes[descriptions[it].node].kind == OUTPUT) return __antumbra_print(format, arguments);
  char text[MOST];
  int length = make(text, format, arguments);
  if (length > 0 && __antumbra_put(it, (byte *)text, (size_t)length, stream) < 0) {
    stream->failed = 1;
    return -1;
  }
  return length;
}

int __antumbra_print_out(const char *format, va_list arguments) {
  return __antumbra_print_to(stdout, format, arguments);
}

int __antumbra_print_into(int file, const char *format, va_list arguments) {
  int it = __antumbra_description(file);
  if (it == NONE) return -1;
  if (nodes[descriptions[it].node].kind == OUTPUT) return FAILS("write_fails") ? -1 : __antumbra_print(format, arguments);
  char text[MOST];
  int length = make(text, format, arguments);
  return length > 0 ? (int)write(file, text, (size_t)length) : length;
}
