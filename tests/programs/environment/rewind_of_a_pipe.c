// expect: unknown rewind that fails at the end of a stream
// options: --sym-stdin 1
// The end is forgotten by glibc and remembered by others.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  while (getchar() != EOF) {
  }
  rewind(stdin);
  if (feof(stdin)) reach_error();
  return 0;
}
