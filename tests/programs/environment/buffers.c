// expect: unknown buffer
// options: --sym-files 0 0
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char text[4];
  FILE *out = fopen("x", "w");
  int in = open("x", O_RDONLY);
  fputs("abc", out);
  assert(read(in, text, 3) == 0); // as long as the buffer is not written
  return 0;
}
