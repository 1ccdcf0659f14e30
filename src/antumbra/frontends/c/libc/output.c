// provides: puts putchar fputc fputs fwrite fflush perror
// Writing reads what it is given; it may fail.
#include "stdio.h"

static void changes(const FILE *stream) {
  if (stream->descriptor > 2) __antumbra_change_files();
}

int fputc(int c, FILE *stream) {
  changes(stream);
  return __antumbra_output((byte)c, "fputc");
}

int putchar(int c) {
  return __antumbra_output((byte)c, "putchar");
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

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  changes(stream);
  if (!size || !count) return 0;
  klee_check_memory_access(from, size * count);
  size_t written = WORLD(unsigned long, "fwrite");
  __VERIFIER_assume(written <= count);
  return written;
}

int fflush(FILE *stream) {
  if (stream) klee_check_memory_access(stream, 1);
  return __antumbra_output(0, "fflush");
}

void perror(const char *s) {
  if (s) __antumbra_read_string(s);
}
