// docs/real-programs.md has the command
#include "klee/klee.h"
#include "sds.h"
#ifndef SIZE
#define SIZE 6
#endif

int main(void) {
  char text[SIZE];
  int count = 0;
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[sizeof text - 1] == 0);
  sds *words = sdssplitargs(text, &count);
  for (int i = 0; i < count; i++) {
    sds quoted = sdscatrepr(sdsempty(), words[i], sdslen(words[i]));
    klee_assert(sdslen(quoted) >= sdslen(words[i]) + 2);
    sdsfree(quoted);
  }
  sdsfreesplitres(words, count);
  return 0;
}
