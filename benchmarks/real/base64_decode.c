// docs/real-programs.md has the command
#include "klee/klee.h"
#include "base64.h"

int main(void) {
  BYTE text[8], out[6];
  klee_make_symbolic(text, sizeof text, "text");
  size_t used = base64_decode(text, out, sizeof text);
  klee_assert(used <= sizeof out);
  return 0;
}
