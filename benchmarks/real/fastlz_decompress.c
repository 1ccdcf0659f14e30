// docs/real-programs.md has the command
#include "klee/klee.h"
#include "fastlz.h"
#ifndef SIZE
#define SIZE 8
#endif

int main(void) {
  unsigned char in[SIZE], out[16];
  klee_make_symbolic(in, sizeof in, "in");
#ifdef LEVEL_1
  klee_assume(in[0] < 32);
#endif
  int size = fastlz_decompress(in, sizeof in, out, sizeof out);
  klee_assert(size >= 0 && size <= (int)sizeof out);
  return 0;
}
