// Streams: unknown bytes to read, nothing kept of what is written.
#ifndef ANTUMBRA_STDIO_H
#define ANTUMBRA_STDIO_H

#include "antumbra.h"

typedef struct {
  int pushed;  // character given back by ungetc, plus one; 0 if none
  int ended, failed;
} FILE;

extern FILE *stdin, *stdout, *stderr;
int fgetc(FILE *stream);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int __antumbra_print(const char *format, va_list arguments) ANTUMBRA_OURS("print");
int __antumbra_scan(const char *format, va_list arguments) ANTUMBRA_OURS("scan");
int vsscanf(const char *text, const char *format, va_list arguments);

#define WITH_ARGUMENTS(last, result)     \
  va_list arguments;                     \
  va_start(arguments, last);             \
  int count = result;                    \
  va_end(arguments);                     \
  return count

#endif
