// expect: safe
// options: --property valid-memsafety
#include "common.h"
int main(void) {
  char s[64];
  for (int i = 0; i < 63; i++) s[i] = __VERIFIER_nondet_char();
  s[63] = 0;
  int words = 0, in = 0;
  for (char *p = s; *p; p++) {
    if (*p == ' ') in = 0;
    else if (!in) { in = 1; words++; }
  }
  return words;
}
