// provides: scanf fscanf vscanf vfscanf __isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf antumbra.scan
// provides: __isoc23_scanf __isoc23_fscanf __isoc23_vscanf __isoc23_vfscanf
// Scanning unknown text: each conversion fails or yields any value of its type, without the characters in between.
#include "stdio.h"

static void store_integer(void *to, int size) {
  if (size == 1) *(signed char *)to = (signed char)__VERIFIER_nondet_uchar();
  else if (size == 2) *(short *)to = __VERIFIER_nondet_short();
  else if (size == 4) *(int *)to = __VERIFIER_nondet_int();
  else *(long long *)to = __VERIFIER_nondet_longlong();
}

// Unknown characters until one ends the word; a %c takes exactly the width.
static void store_text(char *to, int width, char kind) {
  int i = 0;
  if (kind == 'c') {
    for (; i < width; i++) to[i] = (char)__VERIFIER_nondet_uchar();
    return;
  }
  do {
    byte c = __VERIFIER_nondet_uchar();
    if (!c && i) break;
    __VERIFIER_assume((c != 0) & ((kind == '[') | ((c != ' ') & ((unsigned)c - '\t' > '\r' - '\t'))));
    to[i++] = (char)c;
  } while (!width || i < width);
  to[i] = 0;
}

static const char *after_set(const char *format) {
  format++;
  if (*format == '^') format++;
  if (*format == ']') format++;
  while (*format && *format != ']') format++;
  return format;
}

int __antumbra_scan(const char *format, va_list arguments) {
  int count = 0;
  for (; *format; format++) {
    if (*format != '%') continue;
    if (*++format == '%') continue;
    int skip = 0, width = 0, shorts = 0, longs = 0, made = 0;
    if (*format == '*') skip = 1, format++;
    for (; *format >= '0' && *format <= '9'; format++)
      if (width < 100000000) width = width * 10 + (*format - '0');
    for (;; format++) {
      if (*format == 'h') shorts++;
      else if (*format == 'l') longs++;
      else if (*format == 'j' || *format == 'q' || *format == 'L') longs = 2;
      else if (*format == 'z' || *format == 't') longs = sizeof(size_t) == 8 ? 2 : 0;
      else if (*format == 'm') made = 1;
      else break;
    }
    int size = shorts ? (shorts > 1 ? 1 : 2) : longs > 1 ? 8 : longs ? (int)sizeof(long) : (int)sizeof(int);
    if (!*format) break;
    if (made) return count;  // the text would be allocated: not modelled, so it fails here
    if (*format == 'n') {
      int *to = va_arg(arguments, int *);
      *to = __antumbra_between(0, INT_MAX, "scanf");
      continue;
    }
    if (__antumbra_between(0, 1, "scanf")) return count ? count : __antumbra_between(EOF, 0, "scanf");
    char kind = *format;
    if (kind == '[') format = after_set(format);
    if (skip) continue;
    void *to = va_arg(arguments, void *);
    count++;
    switch (kind) {
      case 's': case '[':
        store_text(to, width, kind);
        break;
      case 'c':
        store_text(to, width ? width : 1, kind);
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        if (longs > 1) *(long double *)to = __VERIFIER_nondet_double();
        else if (longs) *(double *)to = __VERIFIER_nondet_double();
        else *(float *)to = __VERIFIER_nondet_float();
        break;
      case 'p':
        store_integer(to, sizeof(void *));
        break;
      default:
        store_integer(to, size);
    }
  }
  return count;
}

int scanf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(format, arguments));
}

int fscanf(FILE *stream, const char *format, ...) {
  klee_check_memory_access(stream, 1);
  WITH_ARGUMENTS(format, __antumbra_scan(format, arguments));
}

int vscanf(const char *format, va_list arguments) {
  return __antumbra_scan(format, arguments);
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
  klee_check_memory_access(stream, 1);
  return __antumbra_scan(format, arguments);
}

int __isoc99_scanf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(format, arguments));
}

int __isoc99_fscanf(FILE *stream, const char *format, ...) {
  klee_check_memory_access(stream, 1);
  WITH_ARGUMENTS(format, __antumbra_scan(format, arguments));
}

int __isoc99_vscanf(const char *format, va_list arguments) {
  return __antumbra_scan(format, arguments);
}

int __isoc99_vfscanf(FILE *stream, const char *format, va_list arguments) {
  return vfscanf(stream, format, arguments);
}

int __isoc23_scanf(const char *format, ...) {
  WITH_ARGUMENTS(format, __antumbra_scan(format, arguments));
}

int __isoc23_fscanf(FILE *stream, const char *format, ...) {
  klee_check_memory_access(stream, 1);
  WITH_ARGUMENTS(format, __antumbra_scan(format, arguments));
}

int __isoc23_vscanf(const char *format, va_list arguments) {
  return __antumbra_scan(format, arguments);
}

int __isoc23_vfscanf(FILE *stream, const char *format, va_list arguments) {
  return vfscanf(stream, format, arguments);
}
