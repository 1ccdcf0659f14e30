// expect: unsafe unreach-call
// options: --malloc-may-fail
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  char *text = malloc(3);
  char *more = text ? realloc(text, 9) : 0;
  if (text && !more && errno == ENOMEM) reach_error(); // fails here
  return 0;
}
