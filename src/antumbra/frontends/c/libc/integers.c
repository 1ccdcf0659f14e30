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

int abs(int n) {
  return n < 0 ? -n : n;
}

long labs(long n) {
  return n < 0 ? -n : n;
}

long long llabs(long long n) {
  return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n) {
  return n < 0 ? -n : n;
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
