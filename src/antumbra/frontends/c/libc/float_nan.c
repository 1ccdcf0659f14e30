// provides: nan nanf nanl
#include "antumbra.h"

OPEN_RESULT(unsigned long long, nan);

// A text says what the payload is, in a way of the library's own.
static uint64_t payload(const char *text) {
  return *text ? __antumbra_any_nan() : 0;
}

double nan(const char *text) {
  uint64_t bits = payload(text) >> 13 | 0x7ff8ull << 48;
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

float nanf(const char *text) {
  uint32_t bits = (uint32_t)(payload(text) >> 42) | 0x7fc00000;
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

long double nanl(const char *text) {
  uint64_t fraction = payload(text) >> 2 | 3ull << 62;
  long double x = __builtin_nanl("");
  __builtin_memcpy(&x, &fraction, sizeof fraction);
  return x;
}
