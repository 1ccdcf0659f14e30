// expect: unsafe valid-deref
// options: --property valid-memsafety
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char from[8] = "abcdefg", to[8];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 9)
    return 0;
  memcpy(to, from, n); // fails here
  return 0;
}
