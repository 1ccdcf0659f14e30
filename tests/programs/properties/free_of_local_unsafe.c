// expect: unsafe valid-free
// options: --property valid-free
#include <stdlib.h>
int main(void) {
  int local = 0;
  int *p = &local;
  free(p); // fails here
  return 0;
}
