// expect: unsafe valid-memcleanup
// options: --property valid-memcleanup
#include <stdlib.h>
static int *keeper;
int main(void) {
  keeper = malloc(sizeof *keeper);
  return 0;
}
