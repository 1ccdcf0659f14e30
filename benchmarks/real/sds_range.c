// docs/real-programs.md has the command
#include "klee/klee.h"
#include "sds.h"

int main(void) {
  ssize_t start, end;
  klee_make_symbolic(&start, sizeof start, "start");
  klee_make_symbolic(&end, sizeof end, "end");
  sds line = sdscatfmt(sdsnew("key"), "=%i", 42);
  sdsrange(line, start, end);
  klee_assert(sdslen(line) <= 6 && line[sdslen(line)] == 0);
  sdsfree(line);
  return 0;
}
