// provides: putc putchar_unlocked putc_unlocked fputc_unlocked fputs_unlocked fwrite_unlocked fflush_unlocked _IO_putc
// Other names of what writes.
#include "stdio.h"

int putc(int c, FILE *stream) {
  return fputc(c, stream);
}

int putchar_unlocked(int c) {
  return putchar(c);
}

int putc_unlocked(int c, FILE *stream) {
  return fputc(c, stream);
}

int fputc_unlocked(int c, FILE *stream) {
  return fputc(c, stream);
}

int _IO_putc(int c, FILE *stream) {
  return fputc(c, stream);
}

int fputs_unlocked(const char *s, FILE *stream) {
  return fputs(s, stream);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
  return fwrite(from, size, count, stream);
}

int fflush_unlocked(FILE *stream) {
  return fflush(stream);
}
