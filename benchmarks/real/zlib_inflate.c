// docs/real-programs.md has the command
#include "klee/klee.h"
#include "zlib.h"

int main(void) {
  unsigned char in[6], out[32];
  uLongf size = sizeof out;
  klee_make_symbolic(in, sizeof in, "in");
  in[0] = 0x78, in[1] = 0x01;
  uncompress(out, &size, in, sizeof in);
  return 0;
}
