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

// Clang's report of an overflow, which goes on with the wrapped number where nobody asks for overflows.
void __ubsan_handle_negate_overflow_minimal(void);

#define ABSOLUTE(n, least)                                        \
  if (n == least) __ubsan_handle_negate_overflow_minimal();       \
  return n < 0 ? -n : n;

int abs(int n) {
  ABSOLUTE(n, INT_MIN)
}

long labs(long n) {
  ABSOLUTE(n, LONG_MIN)
}

long long llabs(long long n) {
  ABSOLUTE(n, LLONG_MIN)
}

intmax_t imaxabs(intmax_t n) {
  ABSOLUTE(n, INTMAX_MIN)
}

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
