// provides: antumbra.scan
// Scanning a stream on a file that is known.
#include "filesystem/stdio.h"

#define SOURCE FILE *
#include "scan_engine.h"

int __antumbra_scan(FILE *stream, const char *format, va_list arguments) ANTUMBRA_OURS("scan");
int ungetc(int c, FILE *stream);

static int fetch(Scan *it) {
  return fgetc(it->source);
}

static void unfetch(Scan *it) {
  ungetc(it->c, it->source);
}

static void stored(Scan *it, const void *to, size_t size) {
  (void)it, (void)to, (void)size;  // what is read is in no object of the program
}

// glibc reads one character more, and sees the end of the file there; others do not.
static void filled(Scan *it) {
  int c = fgetc(it->source);
  if (c == EOF) __antumbra_unsupported("scanf of a number whose width ends where the file does");
  ungetc(c, it->source);
}

// glibc has read what does not belong to it, others have not.
static void broken_off(Scan *it) {
  (void)it;
  __antumbra_unsupported("scanf of a part of inf or nan");
}

int __antumbra_scan(FILE *stream, const char *format, va_list arguments) {
  Scan it = {.source = stream};
  __antumbra_read_string(format);
  if (!stream->readable) return failure(EBADF);
  return scan(&it, format, arguments);
}
