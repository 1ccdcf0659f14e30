// expect: safe
// options: --property valid-memsafety
#include <stdlib.h>
int main(void) {
  free(0);
  return 0;
}
