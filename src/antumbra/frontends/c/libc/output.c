// provides: puts putchar putc fputc fputs fwrite fflush perror putchar_unlocked putc_unlocked fputc_unlocked
// provides: fputs_unlocked fwrite_unlocked fflush_unlocked _IO_putc
// Writing reads what it is given; it may fail.
#include "stdio.h"

static void changes(const FILE *stream) {
  if (stream->descriptor > 2) __antumbra_change_files();
}

int fputc(int c, FILE *stream) {
  changes(stream);
  return __antumbra_output((byte)c, "fputc");
}

int putc(int c, FILE *stream) {
  return fputc(c, stream);
}

int putchar(int c) {
  return __antumbra_output((byte)c, "putchar");
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

// a number that is not negative, or EOF
static int put_string(const char *s) {
  __antumbra_read_string(s);
  int count = WORLD(int, "puts");
  return count | -(count < 0);
}

int puts(const char *s) {
  return put_string(s);
}

int fputs(const char *s, FILE *stream) {
  changes(stream);
  return put_string(s);
}

int fputs_unlocked(const char *s, FILE *stream) {
  return fputs(s, stream);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  changes(stream);
  if (!size || !count) return 0;
  klee_check_memory_access(from, size * count);
  size_t written = WORLD(unsigned long, "fwrite");
  __VERIFIER_assume(written <= count);
  return written;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
  return fwrite(from, size, count, stream);
}

int fflush(FILE *stream) {
  if (stream) klee_check_memory_access(stream, 1);
  return __antumbra_output(0, "fflush");
}

int fflush_unlocked(FILE *stream) {
  return fflush(stream);
}

void perror(const char *s) {
  if (s) __antumbra_read_string(s);
}
