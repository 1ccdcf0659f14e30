// docs/real-programs.md has the command
#include "klee/klee.h"
#include "re.h"
#include <string.h>
#ifndef SIZE
#define SIZE 6
#endif

int main(void) {
  char pattern[SIZE], text[SIZE - 2];
  int length;
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(pattern[sizeof pattern - 1] == 0);
  klee_assume(text[sizeof text - 1] == 0);
  int at = re_match(pattern, text, &length);
  klee_assert(at >= -1 && at < (int)sizeof text);
  klee_assert(at < 0 || (length >= 0 && at + length <= (int)strlen(text)));
  return 0;
}
