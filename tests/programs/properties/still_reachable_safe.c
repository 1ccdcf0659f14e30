// expect: safe
// options: --property valid-memsafety
#include <stdlib.h>
static int *keeper;
int main(void) {
  keeper = malloc(sizeof *keeper);
  return 0;
}
