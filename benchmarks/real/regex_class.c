// docs/real-programs.md has the command
#include "klee/klee.h"
#include "re.h"

int main(void) {
  char pattern[48];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[47] = 0;
  re_match(pattern, "text");
  return 0;
}
