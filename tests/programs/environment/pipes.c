// expect: safe
// options: --sym-files 0 0
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char text[8];
  assert(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 4);
  int saved = dup(1);
  assert(saved == 5 && dup2(ends[1], 1) == 1);
  assert(printf("hello") == 5 && fflush(stdout) == 0);
  assert(dup2(saved, 1) == 1 && close(ends[1]) == 0);
  assert(read(ends[0], text, 3) == 3 && text[2] == 'l');
  assert(read(ends[0], text, sizeof text) == 2 && read(ends[0], text, 1) == 0);
  return 0;
}
