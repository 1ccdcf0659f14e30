// docs/real-programs.md has the command
#include "klee/klee.h"
#include "re.h"

int main(void) {
  char pattern[4];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[3] = 0;
  re_compile(pattern);
  return 0;
}
