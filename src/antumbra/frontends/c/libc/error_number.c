// provides: __errno_location __errno klee_get_errno
#include "antumbra.h"

static int number;

int *__errno_location(void) {
  return &number;
}

int *__errno(void) {
  return &number;
}

int klee_get_errno(void) {
  return number;
}
