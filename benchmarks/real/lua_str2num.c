// docs/real-programs.md has the command
#include "klee/klee.h"
#include "lua.h"
#include "lobject.h"

int main(void) {
  char text[5];
  TValue value;
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[4] == 0);
  size_t used = luaO_str2num(text, &value);
  klee_assert(used <= sizeof text);
  return 0;
}
