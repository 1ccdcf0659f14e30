// provides: puts putchar putc fputc fputs fwrite fflush perror putchar_unlocked putc_unlocked fputc_unlocked
// provides: fputs_unlocked fwrite_unlocked fflush_unlocked _IO_putc
// Writing always succeeds and reads what it is given.
#include "stdio.h"

size_t strlen(const char *s);

int fputc(int c, FILE *stream) {
  klee_check_memory_access(stream, 1);
  return (byte)c;
}

int putc(int c, FILE *stream) {
  return fputc(c, stream);
}

int putchar(int c) {
  return (byte)c;
}

int putchar_unlocked(int c) {
  return (byte)c;
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

int puts(const char *s) {
  klee_check_memory_access(s, 1);
  return klee_int("puts") & INT_MAX;
}

int fputs(const char *s, FILE *stream) {
  klee_check_memory_access(stream, 1);
  return puts(s);
}

int fputs_unlocked(const char *s, FILE *stream) {
  return fputs(s, stream);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  klee_check_memory_access(stream, 1);
  if (!size || !count) return 0;
  klee_check_memory_access(from, size * count);
  return count;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
  return fwrite(from, size, count, stream);
}

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

int fflush_unlocked(FILE *stream) {
  (void)stream;
  return 0;
}

void perror(const char *s) {
  if (s) klee_check_memory_access(s, 1);
}
