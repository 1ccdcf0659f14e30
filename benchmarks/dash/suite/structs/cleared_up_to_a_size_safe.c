// expect: safe
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int words[64];

int main(void) {
  int n = __VERIFIER_nondet_int(), kept = 9;
  words[63] = 4;
  if (n >= 0 && n <= 100) memset(words, 0, n);
  if (words[63] != 4 || kept != 9) reach_error();
  return 0;
}
