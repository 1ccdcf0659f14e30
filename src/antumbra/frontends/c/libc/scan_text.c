// provides: sscanf vsscanf __isoc99_sscanf __isoc99_vsscanf __isoc23_sscanf __isoc23_vsscanf
// Scanning known text: integers, floats, characters, words and sets as the C standard says; %m is not supported.
#include "stdio.h"

#define SOURCE const char *
#include "scan_engine.h"

static int fetch(Scan *it) {
  return *it->source ? (byte)*it->source++ : EOF;
}

static void unfetch(Scan *it) {
  it->source--;
}

// A result is not written into the text that was read for it.
static void stored(Scan *it, const void *to, size_t size) {
  __antumbra_apart(to, size, it->source - it->read, (size_t)it->read);
}

// Nobody sees how far it was read.
static void filled(Scan *it) {
  (void)it;
}

static void broken_off(Scan *it) {
  (void)it;
}

int vsscanf(const char *text, const char *format, va_list arguments) {
  Scan it = {.source = text};
  return scan(&it, format, arguments);
}

int sscanf(const char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsscanf(text, format, arguments));
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsscanf(text, format, arguments));
}

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsscanf(text, format, arguments));
}

int __isoc23_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}
