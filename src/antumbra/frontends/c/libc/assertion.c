// provides: __assert __assert_perror_fail _assert
#include "antumbra.h"

__attribute__((noreturn)) void __assert_fail(const char *text, const char *file, unsigned line, const char *function);

void __assert(const char *text, const char *file, int line) {
  __assert_fail(text, file, (unsigned)line, "");
}

void _assert(const char *text, const char *file, int line) {
  __assert_fail(text, file, (unsigned)line, "");
}

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
  (void)number;
  __assert_fail("unexpected error", file, line, function);
}
