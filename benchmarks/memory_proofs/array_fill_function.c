// expect: safe
// options: --property unreach-call
#include "common.h"
static void fill(unsigned char *p, unsigned n, unsigned char c) {
  for (unsigned k = 0; k < n; k++) p[k] = c;
}
static int all(const unsigned char *p, unsigned n, unsigned char c) {
  for (unsigned k = 0; k < n; k++) if (p[k] != c) return 0;
  return 1;
}
int main(void) {
  unsigned char buffer[5000];
  unsigned char c = __VERIFIER_nondet_uint();
  fill(buffer, 5000, c);
  check(all(buffer, 5000, c));
  return 0;
}
