// docs/real-programs.md has the command
#include "klee/klee.h"
#include "lua.h"
#include "lobject.h"

int main(void) {
  l_uint32 x;
  char buffer[UTF8BUFFSZ];
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x <= 0x7FFFFFFFu);
  int n = luaO_utf8esc(buffer, x);
  klee_assert(n >= 1 && n <= 6);
  return buffer[UTF8BUFFSZ - n] == 0 && x != 0;
}
