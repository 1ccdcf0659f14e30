// provides: __errno_location __errno klee_get_errno
// also: __antumbra_errno
#include "antumbra.h"

int __antumbra_errno; // not static: functions without a body may set it

int *__errno_location(void) {
  return &__antumbra_errno;
}

int *__errno(void) {
  return &__antumbra_errno;
}

int klee_get_errno(void) {
  return __antumbra_errno;
}
