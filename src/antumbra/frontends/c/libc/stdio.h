// Streams: unknown bytes to read, nothing kept of what is written.
#ifndef ANTUMBRA_STDIO_H
#define ANTUMBRA_STDIO_H

#include "antumbra.h"

typedef struct {
  int pushed;  // character given back by ungetc, plus one; 0 if none
  int ended, failed;
  int descriptor;
  int again;  // what is read may have been read or written before in this run
} FILE;

extern FILE *stdin, *stdout, *stderr;
int fgetc(FILE *stream);
int fputc(int c, FILE *stream);
int putchar(int c);
int fputs(const char *s, FILE *stream);
int fflush(FILE *stream);
size_t fread(void *to, size_t size, size_t count, FILE *stream);
size_t fwrite(const void *from, size_t size, size_t count, FILE *stream);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
// looks at what is to be printed, and returns how much that is
int __antumbra_print(const char *format, va_list arguments) ANTUMBRA_OURS("print");
int __antumbra_print_out(const char *format, va_list arguments) ANTUMBRA_OURS("print_out");
int __antumbra_print_to(FILE *stream, const char *format, va_list arguments) ANTUMBRA_OURS("print_to");
int __antumbra_print_into(int file, const char *format, va_list arguments) ANTUMBRA_OURS("print_into");
int __antumbra_ended(FILE *stream) ANTUMBRA_OURS("ended");  // not by an error
void __antumbra_line_begins(FILE *stream) ANTUMBRA_OURS("line_begins");  // getline is called
int __antumbra_scan(FILE *stream, const char *format, va_list arguments) ANTUMBRA_OURS("scan");
int vsscanf(const char *text, const char *format, va_list arguments);

// Which files a run has opened and whether it has changed any: what it reads then is no longer up to the world.
int __antumbra_opened(const char *name) ANTUMBRA_OURS("opened");  // 1 if it may have been opened before
void __antumbra_change_files(void) ANTUMBRA_OURS("change_files");
int __antumbra_files_changed(void) ANTUMBRA_OURS("files_changed");
int __antumbra_new_descriptor(void) ANTUMBRA_OURS("new_descriptor");  // -1: no
void __antumbra_close_descriptor(int file) ANTUMBRA_OURS("close_descriptor");

// Writing may fail; no branch depends on it.
#define __antumbra_output(result, name)                                             \
  ({                                                                                \
    int __antumbra_written = result, __antumbra_lost = -(WORLD(int, name) == -1);   \
    (__antumbra_written & ~__antumbra_lost) | (EOF & __antumbra_lost);              \
  })

#define WITH_ARGUMENTS(last, result)     \
  va_list arguments;                     \
  va_start(arguments, last);             \
  int count = result;                    \
  va_end(arguments);                     \
  return count

#endif
