// expect: safe
// options: --property klee
#include "klee/klee.h"
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < 4; i++)
    x /= 4;
  if (x)
    klee_abort();
  return 0;
}
