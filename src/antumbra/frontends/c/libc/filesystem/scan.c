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

int __antumbra_scan(FILE *stream, const char *format, va_list arguments) {
  Scan it = {.source = stream};
  __antumbra_read_string(format);
  if (!stream->readable) return failure(EBADF);
  return scan(&it, format, arguments);
}
