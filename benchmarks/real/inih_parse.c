// docs/real-programs.md has the command
#include "klee/klee.h"
#include "ini.h"
#include <string.h>
#ifndef SIZE
#define SIZE 8
#endif

static int handler(void *user, const char *section, const char *name, const char *value) {
  ++*(int *)user;
  return strlen(section) + strlen(name) + strlen(value) > 0;
}

int main(void) {
  char text[SIZE];
  int calls = 0;
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[sizeof text - 1] == 0);
  int line = ini_parse_string(text, handler, &calls);
  klee_assert(line >= -1 && line <= (int)sizeof text);
  return 0;
}
