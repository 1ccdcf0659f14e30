// expect: safe
// options: --malloc-may-fail
#include <errno.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  char *copy = strdup("text"), *zero = calloc((size_t)1 << 63, 2);
  if (zero || errno != ENOMEM) reach_error();
  errno = 0;
  char *more = malloc(3);
  if (more ? errno != 0 : errno != ENOMEM) reach_error();
  free(copy);
  free(more);
  return 0;
}
