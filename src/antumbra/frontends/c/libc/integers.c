// provides: abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll
#include "antumbra.h"

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

// Models are compiled so that overflow wraps; that of an absolute value is the caller's.
void __ubsan_handle_negate_overflow_minimal(void);
#define ABSOLUTE(type, name, least)                                                 \
  type name(type n) {                                                               \
    if (n == (least)) __ubsan_handle_negate_overflow_minimal();                     \
    return n < 0 ? -n : n;                                                          \
  }

ABSOLUTE(int, abs, INT_MIN)
ABSOLUTE(long, labs, LONG_MIN)
ABSOLUTE(long long, llabs, LLONG_MIN)
ABSOLUTE(intmax_t, imaxabs, INTMAX_MIN)

div_t div(int a, int b) {
  return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
  return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
  return (lldiv_t){a / b, a % b};
}

lldiv_t imaxdiv(intmax_t a, intmax_t b) {
  return (lldiv_t){a / b, a % b};
}

int ffsll(long long n) {
  int place = 1;
  if (!n) return 0;
  for (unsigned long long rest = (unsigned long long)n; !(rest & 1); rest >>= 1) place++;
  return place;
}

int ffsl(long n) {
  return ffsll(n);
}

int ffs(int n) {
  return ffsll(n);
}
