// docs/real-programs.md has the command
#include "klee/klee.h"
#include "linenoise.c"

int main(void) {
  char line[4] = "a", longer[8];
  struct linenoiseState l = {.fd = 1, .buf = line, .buflen = sizeof line, .prompt = "", .cols = 80};
  klee_make_symbolic(longer, sizeof longer, "longer");
  longer[7] = 0;
  linenoiseHistoryAdd(longer);
  linenoiseHistoryAdd("");
  linenoiseEditHistoryNext(&l, LINENOISE_HISTORY_PREV);
  return 0;
}
