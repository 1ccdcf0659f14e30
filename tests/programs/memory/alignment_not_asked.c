// expect: safe
// nobody looks at it, and where def-behavior is checked that is said
#include <stdlib.h>
int main(void) {
  char *bytes = malloc(16);
  int *number = (int *)(bytes + 1);
  *number = 1;
  free(bytes);
  return 0;
}
