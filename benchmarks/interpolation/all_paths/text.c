// expect: safe
#ifndef N
#define N 5
#endif
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

// A checksum of a text that branches on each byte.
int main(void) {
  unsigned sum = 1;
  for (int i = 0; i < N; i++) {
    char c = __VERIFIER_nondet_char();
    if (c >= '0' && c <= '9') sum = sum * 33 + 1;
    else if (c >= 'a' && c <= 'z') sum = sum * 33 + 2;
    else if (c == ' ') sum = sum * 33 + 3;
    else sum = sum * 33 + 4;
  }
  assert(sum % 65521 != 65520 && sum != 0);
  return 0;
}
