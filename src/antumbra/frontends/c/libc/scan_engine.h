// Scanning what a source gives, one character after the other, with one of lookahead. Where C libraries differ, the path
// ends as unsupported. Who includes this says what a source is (SOURCE) and defines the five functions below.
#ifndef ANTUMBRA_SCAN_ENGINE_H
#define ANTUMBRA_SCAN_ENGINE_H

#include "scan_format.h"

long long strtoll(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);
float strtof(const char *s, char **end);
double strtod(const char *s, char **end);
long double strtold(const char *s, char **end);

enum { FULL = -2, DIGITS = 64 };  // FULL: the width does not allow another character

typedef struct {
  SOURCE source;
  int left, read, c, length;
  char text[DIGITS];
} Scan;

static int fetch(Scan *it);  // the next character, or EOF
static void unfetch(Scan *it);  // it->c was not wanted
static void stored(Scan *it, const void *to, size_t size);  // a result was written
static void filled(Scan *it);  // an integer has as many characters as its width allows
static void broken_off(Scan *it);  // a word is no name of a number, though it begins like one

static void next(Scan *it) {
  if (!it->left) {
    it->c = FULL;
    return;
  }
  it->left--;
  it->c = fetch(it);
  it->read += it->c != EOF;
}

static void keep(Scan *it) {
  if (it->length == DIGITS - 1) __antumbra_unsupported("scanf of a number of more than 63 characters");
  it->text[it->length++] = (char)it->c;
  next(it);
}

static void give_back(Scan *it) {
  if (it->c < 0) return;
  unfetch(it);
  it->read--;
}

static int blank(int c) {
  return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

static void skip_blanks(Scan *it) {
  it->left = INT_MAX;
  do next(it);
  while (blank(it->c));
  give_back(it);
}

// No branch depends on c.
static int value_of(int c) {
  int digit = -((c >= '0') & (c <= '9')), letter = -(((c | 32) >= 'a') & ((c | 32) <= 'f'));
  return (digit & (c - '0')) | (letter & ((c | 32) - 'a' + 10)) | (99 & ~(digit | letter));
}

static void sign(Scan *it) {
  if ((it->c == '-') | (it->c == '+')) keep(it);
}

static int digits(Scan *it, int base) {
  int count = 0;
  for (; value_of(it->c) < base; count++) keep(it);
  return count;
}

// The text of an integer; 0 if there is none. *base says which it turned out to be.
static int integer_text(Scan *it, int *base) {
  int found = 0;
  sign(it);
  if ((*base == 0 || *base == 16) && it->c == '0') {
    keep(it);
    found = 1;
    if ((it->c | 32) == 'x') {
      keep(it);
      if (value_of(it->c) >= 16) __antumbra_unsupported("scanf of 0x without a digit");
      *base = 16;
    } else if (!*base) {
      *base = 8;
    }
  }
  if (!*base) *base = 10;
  found |= digits(it, *base) > 0;
  give_back(it);
  it->text[it->length] = 0;
  return found;
}

static int word(Scan *it, const char *letters) {
  for (; *letters && (it->c | 32) == *letters; letters++) keep(it);
  return !*letters;
}

// inf, infinity, nan
static int name_text(Scan *it) {
  if ((it->c | 32) == 'n') {
    int found = word(it, "nan");
    if (it->c == '(') __antumbra_unsupported("scanf of a NaN with a payload");
    return found;
  }
  if (!word(it, "inf")) return 0;
  return (it->c | 32) != 'i' || word(it, "inity");
}

static int float_digits(Scan *it) {
  int base = 10, found = 0;
  if (it->c == '0') {
    keep(it);
    found = 1;
    if ((it->c | 32) == 'x') {
      keep(it);
      base = 16;
      found = 0;
    }
  }
  found += digits(it, base);
  if (it->c == '.') {
    keep(it);
    found += digits(it, base);
  }
  if (!found && base == 16) __antumbra_unsupported("scanf of 0x without a digit");
  if (found && (it->c | 32) == (base == 16 ? 'p' : 'e')) {
    keep(it);
    sign(it);
    if (!digits(it, 10)) __antumbra_unsupported("scanf of an exponent without a digit");
  }
  return found;
}

static int float_text(Scan *it) {
  sign(it);
  int named = ((it->c | 32) == 'i') | ((it->c | 32) == 'n'), found = named ? name_text(it) : float_digits(it);
  if (named && !found) broken_off(it);
  give_back(it);
  it->text[it->length] = 0;
  return found;
}

static int scan_integer(Scan *it, const struct conversion *wanted, void *to) {
  char kind = wanted->kind;
  int base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
  if (kind == 'p' && it->c == '(') __antumbra_unsupported("scanf of a pointer in words");
  int found = integer_text(it, &base);
  if (it->c == FULL) filled(it);
  if (!found) return 0;
  if (!to) return 1;
  int size = kind == 'p' ? (int)sizeof(void *) : wanted->size, signed_ = kind == 'd' || kind == 'i';
  store_number(to, signed_ ? (unsigned long long)strtoll(it->text, 0, base) : strtoull(it->text, 0, base), size);
  stored(it, to, (size_t)size);
  return 1;
}

static int scan_float(Scan *it, const struct conversion *wanted, void *to) {
  if (!float_text(it)) return 0;
  if (!to) return 1;
  if (wanted->longs > 1) *(long double *)to = strtold(it->text, 0);
  else if (wanted->longs) *(double *)to = strtod(it->text, 0);
  else *(float *)to = strtof(it->text, 0);
  stored(it, to, wanted->longs > 1 ? sizeof(long double) : wanted->longs ? sizeof(double) : sizeof(float));
  return 1;
}

static int scan_characters(Scan *it, const struct conversion *wanted, const char *set, char *to) {
  char kind = wanted->kind;
  int n = 0;
  for (; it->c >= 0; n++, next(it)) {
    if (kind == 's' ? blank(it->c) : kind == '[' && !in_set(set, (char)it->c)) break;
    if (to) to[n] = (char)it->c;
  }
  // glibc counts what there is, others count nothing
  if (kind == 'c' && it->c == EOF) __antumbra_unsupported("%c of fewer characters than asked for");
  give_back(it);
  if (kind == '[' && !n) return 0;
  if (to && kind != 'c') to[n] = 0;
  if (to) stored(it, to, (size_t)n + (kind != 'c'));
  return 1;
}

static int scan(Scan *it, const char *format, va_list arguments) {
  int count = 0;
  for (; *format; format++) {
    it->left = INT_MAX, it->length = 0;
    if (blank(*format)) {
      skip_blanks(it);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        format++;
        skip_blanks(it);
      }
      next(it);
      if (it->c == EOF) return count ? count : EOF;
      if (it->c != (byte)*format) {
        give_back(it);
        return count;
      }
      continue;
    }
    struct conversion wanted;
    format = read_conversion(format + 1, &wanted);
    char kind = wanted.kind;
    if (kind == 'n') {
      void *to = wanted.skip ? 0 : va_arg(arguments, void *);
      if (to) store_number(to, (unsigned long long)it->read, wanted.size);
      if (to) stored(it, to, (size_t)wanted.size);
      continue;
    }
    if (kind != 'c' && kind != '[') skip_blanks(it);
    it->left = wanted.width ? wanted.width : kind == 'c' ? 1 : INT_MAX;
    next(it);
    if (it->c == EOF) return count ? count : EOF;
    void *to = wanted.skip ? 0 : va_arg(arguments, void *);
    int found = 0;
    switch (kind) {
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p':
        found = scan_integer(it, &wanted, to);
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        found = scan_float(it, &wanted, to);
        break;
      case 'c': case 's': case '[':
        found = scan_characters(it, &wanted, format + 1, to);
        if (kind == '[') format = after_set(format + 1);
        break;
      default:
        __antumbra_unsupported("scanf with this conversion");
    }
    if (!found) return count;
    count += !wanted.skip;
    if (!*format) break;
  }
  return count;
}

#endif
