// expect: unsafe valid-deref
// options: --property valid-deref --malloc-may-fail
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1; // fails here
  free(p);
  return 0;
}
