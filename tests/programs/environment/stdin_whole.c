// expect: safe
// options: --sym-stdin 3
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char all[8];
  int count = 0, c;
  while ((c = getchar()) != EOF) all[count++] = (char)c;
  assert(count <= 3 && feof(stdin) && !ferror(stdin));
  assert(getchar() == EOF);
  if (count && ungetc(all[count - 1], stdin) != EOF) assert(!feof(stdin) && getchar() == (unsigned char)all[count - 1]);
  assert(open("A", 0) == -1);
  return 0;
}
